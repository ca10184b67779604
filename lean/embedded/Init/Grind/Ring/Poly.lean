prelude
import Init.Grind.Ring.Basic
import Init.Data.RArray

/-!
# Polynomials in `grind`

The terms, monomials and polynomials of the solver for commutative rings, their values, and the
arithmetic by which a check compares two of them. The solver computes its polynomials by itself;
the sums here need not have the same shape as its own.
-/

namespace Lean.Grind.CommRing

/-- Index of a variable. -/
abbrev Var := Nat

/-- A term. -/
inductive Expr where
  | num (v : Int)
  | natCast (k : Nat)
  | intCast (k : Int)
  | var (i : Var)
  | neg (a : Expr)
  | add (a b : Expr)
  | sub (a b : Expr)
  | mul (a b : Expr)
  | pow (a : Expr) (k : Nat)

/-- A power of a variable. -/
structure Power where
  x : Var
  k : Nat

/-- A product of powers. -/
inductive Mon where
  | unit
  | mult (p : Power) (m : Mon)

/-- A sum of monomials with coefficients. -/
inductive Poly where
  | num (k : Int)
  | add (k : Int) (v : Mon) (p : Poly)

/-- Values of the variables. -/
abbrev Context (α : Type u) := RArray α

/-- Value of a variable. -/
abbrev Var.denote {α : Type u} (ctx : Context α) (x : Var) : α := ctx.get x

/-- A numeral of the ring. -/
def denoteInt {α : Type u} [Ring α] : Int → α
  | .ofNat k => OfNat.ofNat k
  | .negSucc k => -OfNat.ofNat (k + 1)

/-- Value of a term. -/
def Expr.denote {α : Type u} [Ring α] (ctx : Context α) : Expr → α
  | num k => denoteInt k
  | natCast k => Nat.cast k
  | intCast k => Int.cast k
  | var x => Var.denote ctx x
  | neg a => -denote ctx a
  | add a b => denote ctx a + denote ctx b
  | sub a b => denote ctx a - denote ctx b
  | mul a b => denote ctx a * denote ctx b
  | pow a k => denote ctx a ^ k

section
variable {α : Type u} [CommRing α] (ctx : Context α)

/-- Value of a monomial. -/
def Mon.denote : Mon → α
  | unit => 1
  | mult p m => Var.denote ctx p.x ^ p.k * denote m

/-- Value of a polynomial. -/
def Poly.denote : Poly → α
  | num k => Int.cast k
  | add k m p => Int.cast k * m.denote ctx + denote p

end

/-- Whether the number is 0. -/
def isZero : Int → Bool
  | .ofNat n => Nat.beq n 0
  | .negSucc _ => false

theorem eq_of_isZero : {k : Int} → isZero k = true → k = 0
  | .ofNat n, h => congrArg Int.ofNat (Nat.eq_of_beq_eq_true (n := n) (m := 0) h)
  | .negSucc _, h => nomatch h

/-- Whether the number is 1. -/
def isOne : Int → Bool
  | .ofNat n => Nat.beq n 1
  | .negSucc _ => false

theorem eq_of_isOne : {k : Int} → isOne k = true → k = 1
  | .ofNat n, h => congrArg Int.ofNat (Nat.eq_of_beq_eq_true (n := n) (m := 1) h)
  | .negSucc _, h => nomatch h

section
variable {α : Type u} [Ring α] (ctx : Context α)

/-- A power, as it is written. -/
def Power.written : Power → α
  | ⟨_, 0⟩ => 1
  | ⟨x, 1⟩ => Var.denote ctx x
  | ⟨x, k⟩ => Var.denote ctx x ^ k

/-- A product that starts with `acc`, as it is written. -/
def Mon.writtenAfter (acc : α) : Mon → α
  | unit => acc
  | mult p m => writtenAfter (acc * p.written ctx) m

/-- A monomial, as it is written. -/
def Mon.written : Mon → α
  | unit => 1
  | mult p m => m.writtenAfter ctx (p.written ctx)

/-- A monomial with its coefficient, as it is written. -/
def Mon.writtenTerm (k : Int) (m : Mon) : α :=
  bif isOne k then m.written ctx else denoteInt k * m.written ctx

/-- A sum that starts with `acc`, as it is written. -/
def Poly.writtenAfter (acc : α) : Poly → α
  | num k => bif CommRing.isZero k then acc else acc + denoteInt k
  | add k m p => writtenAfter (acc + m.writtenTerm ctx k) p

/-- A polynomial, as it is written. -/
def Poly.written : Poly → α
  | num k => denoteInt k
  | add k m p => p.writtenAfter ctx (m.writtenTerm ctx k)

end

/-! ## Monomials -/

/-- `x ^ k * m`. -/
def Mon.insert (x : Var) (k : Nat) : Mon → Mon
  | unit => mult ⟨x, k⟩ unit
  | mult p m =>
    match Nat.beq x p.x with
    | true => mult ⟨p.x, k + p.k⟩ m
    | false => bif Nat.blt x p.x then mult ⟨x, k⟩ (mult p m) else mult p (insert x k m)

/-- Product of monomials. -/
def Mon.times : Mon → Mon → Mon
  | unit, n => n
  | mult p m, n => Mon.insert p.x p.k (times m n)

/-- Whether the monomials are the same. -/
def Mon.same : Mon → Mon → Bool
  | unit, unit => true
  | mult p m, mult q n => Nat.beq p.x q.x && (Nat.beq p.k q.k && same m n)
  | _, _ => false

/-- Some order of monomials. -/
def Mon.before : Mon → Mon → Bool
  | unit, _ => false
  | mult _ _, unit => true
  | mult p m, mult q n =>
    bif Nat.beq p.x q.x then
      bif Nat.beq p.k q.k then before m n else Nat.blt q.k p.k
    else Nat.blt p.x q.x

theorem Mon.eq_of_same : {m n : Mon} → m.same n = true → m = n
  | unit, unit, _ => rfl
  | mult ⟨x, k⟩ m, mult ⟨y, l⟩ n, h => by
    have h := (Bool.and_eq_true _ _).mp h
    have h' := (Bool.and_eq_true _ _).mp h.2
    rw [Nat.eq_of_beq_eq_true (n := x) (m := y) h.1,
      Nat.eq_of_beq_eq_true (n := k) (m := l) h'.1, eq_of_same h'.2]
  | unit, mult _ _, h => nomatch h
  | mult _ _, unit, h => nomatch h

/-! ## Polynomials -/

/-- `p` with `k` added to its constant. -/
def Poly.addNum (k : Int) : Poly → Poly
  | num c => num (Int.add k c)
  | add l n p => add l n (addNum k p)

/-- `k * m + p`, where `m` is not 1. -/
def Poly.insertMon (k : Int) (m : Mon) : Poly → Poly
  | num c => add k m (num c)
  | add l n p =>
    match m.same n with
    | true => add (Int.add k l) m p
    | false => bif m.before n then add k m (add l n p) else add l n (insertMon k m p)

/-- `k * m + p`. -/
def Poly.insert (k : Int) (m : Mon) (p : Poly) : Poly :=
  match m with
  | .unit => p.addNum k
  | .mult q n => p.insertMon k (.mult q n)

/-- `k * m * p + acc`. -/
def Poly.addScaled (k : Int) (m : Mon) : Poly → Poly → Poly
  | num c, acc => insert (Int.mul k c) m acc
  | add l n p, acc => insert (Int.mul k l) (m.times n) (addScaled k m p acc)

/-- `p * q + acc`. -/
def Poly.addMul : Poly → Poly → Poly → Poly
  | num c, q, acc => addScaled c .unit q acc
  | add l n p, q, acc => addScaled l n q (addMul p q acc)

/-- `p ^ k`. -/
def Poly.power (p : Poly) : Nat → Poly
  | 0 => num 1
  | k + 1 => addMul p (power p k) (num 0)

/-- Whether all coefficients are 0. -/
def Poly.isZero : Poly → Bool
  | num k => CommRing.isZero k
  | add k _ p => CommRing.isZero k && isZero p

/-- The polynomial of a term. -/
def Expr.poly : Expr → Poly
  | num k => .num k
  | natCast k => .num (.ofNat k)
  | intCast k => .num k
  | var x => .add 1 (.mult ⟨x, 1⟩ .unit) (.num 0)
  | neg a => a.poly.addScaled (-1) .unit (.num 0)
  | add a b => a.poly.addScaled 1 .unit b.poly
  | sub a b => b.poly.addScaled (-1) .unit a.poly
  | mul a b => a.poly.addMul b.poly (.num 0)
  | pow (var x) k => .add 1 (.mult ⟨x, k⟩ .unit) (.num 0)
  | pow a k => a.poly.power k

/-! ## Values -/

section
open Semiring hiding add_comm add_assoc mul_assoc
open Ring hiding add_right_cancel
open Semiring (add_assoc mul_assoc add_comm)

variable {α : Type u} [CommRing α] {ctx : Context α}

theorem Mon.denote_insert (x : Var) (k : Nat) :
    (m : Mon) → (m.insert x k).denote ctx = Var.denote ctx x ^ k * m.denote ctx
  | unit => rfl
  | mult ⟨y, l⟩ m => by
    unfold Mon.insert
    split
    next h =>
      have h := Nat.eq_of_beq_eq_true (n := x) (m := y) h
      subst h
      show _ ^ (k + l) * _ = _ ^ k * (_ ^ l * _)
      rw [pow_add, mul_assoc]
    next =>
      cases Nat.blt x y
      case true => rfl
      case false =>
        show _ * denote ctx (Mon.insert x k m) = _ * (_ * _)
        rw [denote_insert x k m, CommSemiring.mul_left_comm]

theorem Mon.denote_times :
    (m n : Mon) → (m.times n).denote ctx = m.denote ctx * n.denote ctx
  | unit, n => (one_mul _).symm
  | mult p m, n => by
    show denote ctx (Mon.insert p.x p.k (times m n)) = _ * _ * _
    rw [denote_insert, denote_times m n, mul_assoc]

theorem Poly.denote_addNum (k : Int) :
    (p : Poly) → (p.addNum k).denote ctx = Int.cast k + p.denote ctx
  | num c => intCast_add k c
  | add l n p => by
    show _ + denote ctx (addNum k p) = _ + (_ + _)
    rw [denote_addNum k p, add_left_comm]

theorem Poly.denote_insertMon (k : Int) (m : Mon) :
    (p : Poly) → (p.insertMon k m).denote ctx = Int.cast k * m.denote ctx + p.denote ctx
  | num c => rfl
  | add l n p => by
    unfold insertMon
    split
    next h =>
      rw [← Mon.eq_of_same h]
      show Int.cast (k + l) * _ + _ = _ + (_ + _)
      rw [intCast_add, right_distrib, add_assoc]
    next =>
      cases m.before n
      case true => rfl
      case false =>
        show _ + denote ctx (insertMon k m p) = _ + (_ + _)
        rw [denote_insertMon k m p, add_left_comm]

theorem Poly.denote_insert (k : Int) (m : Mon) (p : Poly) :
    (p.insert k m).denote ctx = Int.cast k * m.denote ctx + p.denote ctx := by
  cases m with
  | unit =>
    show (p.addNum k).denote ctx = Int.cast k * 1 + _
    rw [denote_addNum, mul_one]
  | mult q n => exact denote_insertMon k _ p

theorem Poly.denote_addScaled (k : Int) (m : Mon) : (p acc : Poly) →
    (p.addScaled k m acc).denote ctx =
      Int.cast k * (m.denote ctx * p.denote ctx) + acc.denote ctx
  | num c, acc => by
    show denote ctx (insert (k * c) m acc) = _ * (_ * Int.cast c) + _
    rw [denote_insert, intCast_mul, mul_assoc, CommSemiring.mul_comm (Int.cast c)]
  | add l n p, acc => by
    show denote ctx (insert (k * l) (m.times n) (addScaled k m p acc)) = _ * (_ * (_ + _)) + _
    rw [denote_insert, denote_addScaled k m p acc, intCast_mul, Mon.denote_times, left_distrib,
      left_distrib, add_assoc, mul_assoc, CommSemiring.mul_left_comm (Int.cast l)]

theorem Poly.denote_addMul : (p q acc : Poly) →
    (p.addMul q acc).denote ctx = p.denote ctx * q.denote ctx + acc.denote ctx
  | num c, q, acc => by
    show denote ctx (addScaled c .unit q acc) = Int.cast c * _ + _
    rw [denote_addScaled, show Mon.denote ctx .unit = 1 from rfl, one_mul]
  | add l n p, q, acc => by
    show denote ctx (addScaled l n q (addMul p q acc)) = (_ + _) * _ + _
    rw [denote_addScaled, denote_addMul p q acc, right_distrib, mul_assoc, add_assoc]

theorem Poly.denote_zero : (Poly.num 0).denote ctx = 0 := intCast_zero

theorem Poly.denote_power (p : Poly) : (k : Nat) → (p.power k).denote ctx = p.denote ctx ^ k
  | 0 => intCast_one.trans (pow_zero _).symm
  | k + 1 => by
    show denote ctx (addMul p (power p k) (num 0)) = _
    rw [denote_addMul, denote_power p k, denote_zero, add_zero, pow_succ, CommSemiring.mul_comm]

theorem Poly.denote_of_isZero : (p : Poly) → p.isZero = true → p.denote ctx = 0
  | num k, h => by
    rw [eq_of_isZero (k := k) h, denote_zero]
  | add k m p, h => by
    have h := (Bool.and_eq_true _ _).mp h
    show Int.cast k * _ + denote ctx p = 0
    rw [denote_of_isZero p h.2, eq_of_isZero (k := k) h.1, intCast_zero, zero_mul, add_zero]

theorem denoteInt_eq : (k : Int) → denoteInt (α := α) k = Int.cast k
  | .ofNat n => (intCast_ofNat n).symm
  | .negSucc n => (congrArg _ (intCast_ofNat (n + 1)).symm).trans (intCast_neg _).symm

theorem Power.written_eq (p : Power) : p.written ctx = Var.denote ctx p.x ^ p.k := by
  obtain ⟨x, k⟩ := p
  match k with
  | 0 => exact (pow_zero _).symm
  | 1 => exact (pow_one _).symm
  | k + 2 => rfl

theorem Mon.writtenAfter_eq : (acc : α) → (m : Mon) → m.writtenAfter ctx acc = acc * m.denote ctx
  | acc, unit => (mul_one acc).symm
  | acc, mult p m => by
    show writtenAfter ctx (acc * p.written ctx) m = acc * (_ * _)
    rw [writtenAfter_eq, Power.written_eq, mul_assoc]

theorem Mon.written_eq : (m : Mon) → m.written ctx = m.denote ctx
  | unit => rfl
  | mult p m => by
    show writtenAfter ctx (p.written ctx) m = _ * _
    rw [writtenAfter_eq, Power.written_eq]

theorem Mon.writtenTerm_eq (k : Int) (m : Mon) :
    m.writtenTerm ctx k = Int.cast k * m.denote ctx := by
  unfold writtenTerm
  cases h : isOne k
  case true =>
    rw [eq_of_isOne h, intCast_one, one_mul]
    exact written_eq m
  case false =>
    show denoteInt k * m.written ctx = _
    rw [denoteInt_eq, written_eq]

theorem Poly.writtenAfter_eq :
    (acc : α) → (p : Poly) → p.writtenAfter ctx acc = acc + p.denote ctx
  | acc, num k => by
    unfold writtenAfter
    cases h : CommRing.isZero k
    case true =>
      rw [eq_of_isZero h, denote_zero, add_zero]
      rfl
    case false =>
      show acc + denoteInt k = _
      rw [denoteInt_eq]
      rfl
  | acc, add k m p => by
    show writtenAfter ctx (acc + m.writtenTerm ctx k) p = acc + (_ + _)
    rw [writtenAfter_eq, Mon.writtenTerm_eq, add_assoc]

theorem Poly.written_eq : (p : Poly) → p.written ctx = p.denote ctx
  | num k => denoteInt_eq k
  | add k m p => by
    show writtenAfter ctx (m.writtenTerm ctx k) p = _ + _
    rw [writtenAfter_eq, Mon.writtenTerm_eq]

theorem Poly.denote_scaled (k : Int) (p acc : Poly) :
    (p.addScaled k .unit acc).denote ctx = Int.cast k * p.denote ctx + acc.denote ctx := by
  rw [denote_addScaled, show Mon.denote ctx .unit = 1 from rfl, one_mul]

theorem Expr.denote_mon (x : Var) (k : Nat) :
    (Poly.add 1 (.mult ⟨x, k⟩ .unit) (.num 0)).denote ctx = Var.denote ctx x ^ k := by
  show Int.cast 1 * (_ ^ k * 1) + Int.cast 0 = _
  rw [intCast_one, intCast_zero, one_mul, mul_one, add_zero]

theorem Expr.denote_poly : (e : Expr) → e.poly.denote ctx = e.denote ctx
  | num k => (denoteInt_eq k).symm
  | natCast k => intCast_natCast k
  | intCast _ => rfl
  | var x => (denote_mon x 1).trans (pow_one _)
  | neg a => by
    show (a.poly.addScaled (-1) .unit (.num 0)).denote ctx = -_
    rw [Poly.denote_scaled, denote_poly a, Poly.denote_zero, add_zero, neg_eq_intCast_mul]
  | add a b => by
    show (a.poly.addScaled 1 .unit b.poly).denote ctx = _ + _
    rw [Poly.denote_scaled, denote_poly a, denote_poly b, intCast_one, one_mul]
  | sub a b => by
    show (b.poly.addScaled (-1) .unit a.poly).denote ctx = _ - _
    rw [Poly.denote_scaled, denote_poly a, denote_poly b, ← neg_eq_intCast_mul, sub_eq_add_neg,
      add_comm]
  | mul a b => by
    show (a.poly.addMul b.poly (.num 0)).denote ctx = _ * _
    rw [Poly.denote_addMul, denote_poly a, denote_poly b, Poly.denote_zero, add_zero]
  | pow (var x) k => denote_mon x k
  | pow (num a) k | pow (natCast a) k | pow (intCast a) k | pow (neg a) k | pow (pow a _) k => by
    exact (Poly.denote_power _ k).trans (congrArg (· ^ k) (denote_poly _))
  | pow (add a b) k | pow (sub a b) k | pow (mul a b) k => by
    exact (Poly.denote_power _ k).trans (congrArg (· ^ k) (denote_poly _))

end

end Lean.Grind.CommRing
