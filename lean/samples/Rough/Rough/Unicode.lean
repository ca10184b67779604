/-!
# Identifiers and texts outside ASCII

Byte offsets, code points and columns all differ here: ⟨∀ ε > 0, ∃ δ⟩, 𝔸𝔹ℂ, 日本語, 👩‍🚀.
-/

namespace Rough.Unicode

/-- Größe: a number with an umlaut. -/
def größe (ναι : Nat) : Nat := ναι + 1

theorem größe_ne_zero (α₁ : Nat) : größe α₁ ≠ 0 := by
  intro h₁
  unfold größe at h₁
  contradiction

theorem «a name with spaces» (x₁ x₂ : Nat) (h₁₂ : x₁ = x₂) : x₂ = x₁ := by
  rw [h₁₂]

theorem «∀ in a name» (p : Prop) («h p» : p) : p ∧ p := by
  constructor
  · exact «h p»
  · exact «h p»

/-- Four bytes a character. -/
theorem 𝔣_of_𝔤 (𝔣 𝔤 : Nat → Nat) (h' : ∀ x, 𝔣 x = 𝔤 x) : 𝔣 0 = 𝔤 0 := by
  rw [h']

def greeting : String := "日本語 👩‍🚀 ∑∏ é (e + ´)"

theorem greeting_same : greeting = "日本語 👩‍🚀 ∑∏ é (e + ´)" := by
  rfl

namespace «inner part»

theorem «it's» (n' : Nat) : n' + 0 = n' := by
  rfl

end «inner part»

theorem uses_quoted (n : Nat) : n + 0 = n := by
  exact «inner part».«it's» n

end Rough.Unicode
