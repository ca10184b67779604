/-!
# A syntax error in the middle

`before` and `after` are fine. The declaration between them does not parse, and the parser goes on
at the next command.
-/

namespace Rough.SyntaxError

theorem before (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · exact hp
  · exact hq

theorem broken (n : Nat) : n = n := := by
  rfl

theorem after (p q : Prop) (h : p ∨ q) : q ∨ p := by
  cases h with
  | inl hp =>
    right
    exact hp
  | inr hq =>
    left
    exact hq

end Rough.SyntaxError
