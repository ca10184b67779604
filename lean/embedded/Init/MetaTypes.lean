prelude
import Init.Core

/-!
# Configurations that tactics take

Constructor and field order are those of Lean 4.35: a configuration that is written in a file
(`simp +arith`) is evaluated to an object that the compiled tactic reads.
-/

set_option linter.all false

namespace Lean

structure NameGenerator where
  namePrefix : Name := `_uniq
  idx : Nat := 1
  deriving Inhabited

structure Module where
  header : Syntax
  commands : Array Syntax

namespace Meta

inductive TransparencyMode where
  | all
  | default
  | reducible
  | instances
  | none
  deriving Inhabited, BEq

inductive EtaStructMode where
  | all
  | notClasses
  | none
  deriving Inhabited, BEq

namespace DSimp

structure Config where
  zeta : Bool := true
  beta : Bool := true
  eta : Bool := true
  etaStruct : EtaStructMode := .all
  iota : Bool := true
  proj : Bool := true
  decide : Bool := false
  autoUnfold : Bool := false
  failIfUnchanged : Bool := true
  unfoldPartialApp : Bool := false
  zetaDelta : Bool := false
  index : Bool := true
  zetaUnused : Bool := true
  zetaHave : Bool := true
  locals : Bool := false
  instances : Bool := false
  deriving Inhabited

end DSimp

namespace Simp

@[inline] def defaultMaxSteps := 100000

structure Config where
  maxSteps : Nat := defaultMaxSteps
  maxDischargeDepth : Nat := 2
  contextual : Bool := false
  memoize : Bool := true
  singlePass : Bool := false
  zeta : Bool := true
  beta : Bool := true
  eta : Bool := true
  etaStruct : EtaStructMode := .all
  iota : Bool := true
  proj : Bool := true
  decide : Bool := false
  arith : Bool := false
  autoUnfold : Bool := false
  dsimp : Bool := true
  failIfUnchanged : Bool := true
  ground : Bool := false
  unfoldPartialApp : Bool := false
  zetaDelta : Bool := false
  index : Bool := true
  implicitDefEqProofs : Bool := true
  zetaUnused : Bool := true
  catchRuntime : Bool := true
  zetaHave : Bool := true
  letToHave : Bool := true
  congrConsts : Bool := true
  bitVecOfNat : Bool := true
  warnExponents : Bool := true
  suggestions : Bool := false
  maxSuggestions : Option Nat := none
  locals : Bool := false
  instances : Bool := false
  deriving Inhabited

structure ConfigCtx extends Config where
  contextual := true

def neutralConfig : Simp.Config := {
  zeta := false
  beta := false
  eta := false
  iota := false
  proj := false
  decide := false
  arith := false
  autoUnfold := false
  ground := false
  zetaDelta := false
  zetaUnused := false
  letToHave := false
}

structure NormCastConfig extends Simp.Config where
  zeta := false
  beta := false
  eta := false
  proj := false
  iota := false

end Simp

inductive Occurrences where
  | all
  | pos (idxs : List Nat)
  | neg (idxs : List Nat)
  deriving Inhabited

instance : Coe (List Nat) Occurrences := ⟨.pos⟩

structure ExtractLetsConfig where
  proofs : Bool := false
  types : Bool := true
  implicits : Bool := false
  descend : Bool := true
  underBinder : Bool := true
  usedOnly : Bool := false
  merge : Bool := true
  useContext : Bool := true
  onlyGivenNames : Bool := false
  preserveBinderNames : Bool := false
  lift : Bool := false

structure LiftLetsConfig extends ExtractLetsConfig where
  lift := true
  preserveBinderNames := true

inductive ApplyNewGoals where
  | nonDependentFirst | nonDependentOnly | all

structure ApplyConfig where
  newGoals := ApplyNewGoals.nonDependentFirst
  synthAssignedInstances := true
  allowSynthFailures := false
  approx : Bool := true

namespace Rewrite

abbrev NewGoals := ApplyNewGoals

structure Config where
  transparency : TransparencyMode := .reducible
  offsetCnstrs : Bool := true
  occs : Occurrences := .all
  newGoals : NewGoals := .nonDependentFirst

end Rewrite

namespace Omega

structure OmegaConfig where
  splitDisjunctions : Bool := true
  splitNatSub : Bool := true
  splitNatAbs : Bool := true
  splitMinMax : Bool := true

end Omega

namespace CheckTactic

inductive CheckGoalType {α : Sort u} : (val : α) → Prop where
  | intro : (val : α) → CheckGoalType val

end CheckTactic

end Meta


end Lean
