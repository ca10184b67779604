/-! Every goal here is one that `ac_rfl` or `ac_nf` must close by itself. -/

example (a b c : Int) : a + b + c = c + (b + a) := by ac_rfl
example (a b c d : Int) : a * (b * c) * d = d * c * (b * a) := by ac_rfl
example (a b : Int) : a + 0 + b = b + a := by ac_rfl
example (a b c : Int) : a * b * c + a = a + c * (b * a) := by ac_rfl
example (a b c : Int) (f : Int → Int) : f (a + b + c) = f (c + (b + a)) := by ac_rfl
example (a b c : Int) (h : a + b = c) : b + a = c := by ac_nf at *
example (p q r : Prop) : (p ∧ q ∧ r) = (r ∧ p ∧ q) := by ac_rfl
example (p q : Prop) : (q ∧ p ∧ p) = (p ∧ q) := by ac_rfl
example (p q r : Prop) : ((p ∨ q) ∨ r) = (r ∨ (q ∨ p)) := by ac_rfl
example (a b c : Nat) : a + b + c = c + (b + a) := by ac_rfl
example (a b c d : Nat) : a * b * (c * d) = d * (b * c) * a := by ac_rfl
example (m : Nat → Nat → Nat) [Std.Associative m] (a b c : Nat) : m (m a b) c = m a (m b c) := by
  ac_rfl
example (m : Nat → Nat → Nat) [Std.Associative m] [Std.Commutative m] (a b c : Nat) :
    m (m a b) c = m c (m b a) := by ac_rfl
