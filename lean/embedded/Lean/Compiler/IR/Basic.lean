prelude
import Init.Programs
/-
The code that Lean's compiler leaves in an `.olean` for each definition, and how it is found.

Order of constructors and fields as in Lean 4.35, checked by compiling the tracer from it
(EmitC.lean); in the published source `erased` and `void` were still `irrelevant` and a
`mdata` was there. Leaves out: what makes, checks and prints such code.
-/
import Lean.Environment

set_option genSizeOf false
set_option genInjectivity false

namespace Lean

/-- What a module of C calls a declaration. -/
@[extern "native"] opaque Name.mangle (n : Name) (pre : String := "l_") : String

/-- The name that `@[export]` gives a declaration. -/
@[export lean_get_export_name_for, extern "native"]
opaque getExportNameFor? (env : Environment) (n : Name) : Option Name

/-- Whether an `initialize` or `builtin_initialize` gives the value of a declaration. -/
@[extern "native"] opaque hasInitAttr (env : Environment) (fn : Name) : Bool

namespace IR

structure VarId where
  idx : Nat
  deriving Inhabited

structure JoinPointId where
  idx : Nat
  deriving Inhabited

/-- What a variable holds. -/
inductive IRType where
  | float | uint8 | uint16 | uint32 | uint64 | usize
  | erased | object | tobject
  | float32
  | struct (leanTypeName : Option Name) (types : Array IRType)
  | union (leanTypeName : Name) (types : Array IRType)
  | tagged | void
  deriving Inhabited

inductive Arg where
  | var (id : VarId)
  | erased
  deriving Inhabited

inductive LitVal where
  | num (v : Nat)
  | str (v : String)

/-- How an object is laid out: pointers, machine words, bytes of other scalars. -/
structure CtorInfo where
  name : Name
  cidx : Nat
  size : Nat
  usize : Nat
  ssize : Nat
  deriving Inhabited

inductive Expr where
  | ctor (i : CtorInfo) (ys : Array Arg)
  | reset (n : Nat) (x : VarId)
  | reuse (x : VarId) (i : CtorInfo) (updtHeader : Bool) (ys : Array Arg)
  | proj (i : Nat) (x : VarId)
  | uproj (i : Nat) (x : VarId)
  | sproj (n : Nat) (offset : Nat) (x : VarId)
  | fap (c : Name) (ys : Array Arg)
  | pap (c : Name) (ys : Array Arg)
  | ap (x : VarId) (ys : Array Arg)
  | box (ty : IRType) (x : VarId)
  | unbox (x : VarId)
  | lit (v : LitVal)
  | isShared (x : VarId)

structure Param where
  x : VarId
  borrow : Bool
  ty : IRType
  deriving Inhabited

mutual
inductive FnBody where
  | vdecl (x : VarId) (ty : IRType) (e : Expr) (b : FnBody)
  | jdecl (j : JoinPointId) (xs : Array Param) (v : FnBody) (b : FnBody)
  | set (x : VarId) (i : Nat) (y : Arg) (b : FnBody)
  | setTag (x : VarId) (cidx : Nat) (b : FnBody)
  | uset (x : VarId) (i : Nat) (y : VarId) (b : FnBody)
  | sset (x : VarId) (i : Nat) (offset : Nat) (y : VarId) (ty : IRType) (b : FnBody)
  | inc (x : VarId) (n : Nat) (c : Bool) (persistent : Bool) (b : FnBody)
  | dec (x : VarId) (n : Nat) (c : Bool) (persistent : Bool) (b : FnBody)
  | del (x : VarId) (b : FnBody)
  | case (tid : Name) (x : VarId) (xType : IRType) (cs : Array Alt)
  | ret (x : Arg)
  | jmp (j : JoinPointId) (ys : Array Arg)
  | unreachable

inductive Alt where
  | ctor (info : CtorInfo) (b : FnBody)
  | default (b : FnBody)
end

instance : Inhabited FnBody := ⟨.unreachable⟩
instance : Inhabited Alt := ⟨.default .unreachable⟩

/-- What follows a `Decl`'s body; only the compiler reads it. -/
structure DeclInfo where
  sorryDep? : Option Name
  deriving Inhabited

private opaque ExternData.nonempty : NonemptyType.{0}
/-- What `@[extern]` said. -/
def ExternData : Type := ExternData.nonempty.type

inductive Decl where
  | fdecl (f : Name) (xs : Array Param) (type : IRType) (body : FnBody) (info : DeclInfo)
  | extern (f : Name) (xs : Array Param) (type : IRType) (ext : ExternData)

/-- The code of a declaration, if it has any. -/
@[extern "native"] opaque findEnvDecl (env : Environment) (declName : Name) : Option Decl

end IR
end Lean
