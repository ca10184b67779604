prelude
import Init.Programs
/-
"Try this" suggestions: a message that the editor can put in place of the syntax it is about.

Signature as in Lean 4.35 (seven arguments in `CoreM`, a footer last), checked against the library's machine code.
Leaves out: several suggestions at once, styles.
-/
import Lean.Meta.Basic

set_option genSizeOf false
set_option genInjectivity false
set_option genCtorIdx false

namespace Lean.Meta

namespace Hint
/-- How finely the message shows what changes. -/
inductive DiffGranularity where
  | auto
  | char
  | word
  | all
  | none
end Hint

namespace Tactic.TryThis

inductive SuggestionText where
  | tsyntax {kind : SyntaxNodeKind} : TSyntax kind → SuggestionText
  | string : String → SuggestionText

instance : Inhabited SuggestionText := ⟨.string ""⟩
instance {kind : SyntaxNodeKind} : CoeHead (TSyntax kind) SuggestionText := ⟨.tsyntax⟩
instance : Coe String SuggestionText := ⟨.string⟩

/-- What is proposed, and the text around it. -/
structure Suggestion where
  suggestion : SuggestionText
  preInfo? : Option String := .none
  postInfo? : Option String := .none
  style? : Option Json := .none
  messageData? : Option MessageData := .none
  toCodeActionTitle? : Option (String → String) := .none
  deriving Inhabited

instance : Coe SuggestionText Suggestion := ⟨fun t => { suggestion := t }⟩
instance {kind : SyntaxNodeKind} : CoeHead (TSyntax kind) Suggestion :=
  ⟨fun t => { suggestion := .tsyntax t }⟩
instance : Coe String Suggestion := ⟨fun t => { suggestion := .string t }⟩

/-- Proposes `s` in the place of `ref`, or of `origSpan?`. -/
@[extern "native"] opaque addSuggestion (ref : Syntax) (s : Suggestion)
  (origSpan? : Option Syntax := .none) (header : String := "Try this:")
  (codeActionPrefix? : Option String := .none)
  (diffGranularity : Hint.DiffGranularity := .none) (footer : MessageData := .nil) : CoreM Unit

end Tactic.TryThis
end Lean.Meta
