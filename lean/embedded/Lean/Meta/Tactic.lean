prelude
import Init.Programs
/-
The operations on goals that tactics are made of, and which theorems tactics use by themselves.

Signatures as in Lean 4.35, checked against the symbols of the library.
-/
import Lean.Meta.Basic

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean

namespace Meta
@[extern "native"] opaque throwTacticEx {α : Type} (tacticName : Name) (mvarId : MVarId)
  (msg? : Option MessageData := none) : MetaM α
@[extern "native"] opaque getPropHyps : MetaM (Array FVarId)
@[extern "native"] opaque instantiateMVarsIfMVarApp (e : Expr) : MetaM Expr
end Meta

open Meta

namespace MVarId
@[extern "native"] opaque checkNotAssigned (mvarId : MVarId) (tacticName : Name) : MetaM Unit
@[extern "native"] opaque setType (mvarId : MVarId) (type : Expr) : MetaM Unit
@[extern "native"] opaque intro (mvarId : MVarId) (name : Name) : MetaM (FVarId × MVarId)
@[extern "native"] opaque intro1 (mvarId : MVarId) : MetaM (FVarId × MVarId)
@[extern "native"] opaque intro1P (mvarId : MVarId) : MetaM (FVarId × MVarId)
@[extern "native"] opaque intros (mvarId : MVarId) : MetaM (Array FVarId × MVarId)
@[extern "native"] opaque introN (mvarId : MVarId) (n : Nat) (givenNames : List Name := [])
  (useNamesForExplicitOnly : Bool := false) : MetaM (Array FVarId × MVarId)
@[extern "native"] opaque apply (mvarId : MVarId) (e : Expr) (cfg : ApplyConfig := {})
  (term? : Option MessageData := none) : MetaM (List MVarId)
@[extern "native"] opaque constructor (mvarId : MVarId) (cfg : ApplyConfig := {}) :
  MetaM (List MVarId)
@[extern "native"] opaque assumption (mvarId : MVarId) : MetaM Unit
@[extern "native"] opaque assumptionCore (mvarId : MVarId) : MetaM Bool
@[extern "native"] opaque refl (mvarId : MVarId) (check : Bool := true) : MetaM Unit
@[extern "native"] opaque clear (mvarId : MVarId) (fvarId : FVarId) : MetaM MVarId
@[extern "native"] opaque revert (mvarId : MVarId) (fvarIds : Array FVarId)
  (preserveOrder : Bool := false) (clearAuxDeclsInsteadOfRevert : Bool := false) :
  MetaM (Array FVarId × MVarId)
@[extern "native"] opaque admit (mvarId : MVarId) (synthetic : Bool := true) : MetaM Unit
@[extern "native"] opaque exfalso (mvarId : MVarId) : MetaM MVarId
@[extern "native"] opaque assert (mvarId : MVarId) (name : Name) (type : Expr) (val : Expr) :
  MetaM MVarId
@[extern "native"] opaque define (mvarId : MVarId) (name : Name) (type : Expr) (val : Expr) :
  MetaM MVarId
@[extern "native"] opaque rename (mvarId : MVarId) (fvarId : FVarId) (newUserName : Name) :
  MetaM MVarId
@[extern "native"] opaque replaceTargetDefEq (mvarId : MVarId) (targetNew : Expr) : MetaM MVarId
end MVarId

namespace Meta

/-- What a simp lemma comes from. -/
inductive Origin where
  | decl (declName : Name) (post : Bool := true) (inv : Bool := false)
  | fvar (fvarId : FVarId)
  | stx (id : Name) (ref : Syntax)
  | other (name : Name)

private opaque SimpTheorems.nonempty : NonemptyType.{0}
def SimpTheorems : Type := SimpTheorems.nonempty.type
instance : Nonempty SimpTheorems := SimpTheorems.nonempty.property
instance : Inhabited (CoreM SimpTheorems) := ⟨fun _ _ => throw default⟩

@[extern "native"] opaque getSimpTheorems : CoreM SimpTheorems
@[extern "native"] opaque SimpTheorems.isLemma (d : SimpTheorems) (thmId : Origin) : Bool
@[extern "native"] opaque SimpTheorems.isDeclToUnfold (d : SimpTheorems) (declName : Name) : Bool
@[extern "native"] opaque Simp.isSimproc (declName : Name) : CoreM Bool
@[extern "native"] opaque Ext.isExtTheorem (declName : Name) : CoreM Bool

namespace Grind
private opaque Extension.nonempty : NonemptyType.{0}
def Extension : Type := Extension.nonempty.type
instance : Nonempty Extension := Extension.nonempty.property
@[extern "native"] opaque grindExt : Extension
@[extern "native"] opaque Extension.isEMatchTheorem (ext : Extension) (declName : Name) : CoreM Bool
end Grind

end Meta
end Lean
