/-! Recursion through lists, and deciding bounded statements. -/

inductive Tree (α : Type) where
  | node (value : α) (children : List (Tree α))

namespace Tree

def size : Tree α → Nat
  | node _ ts => 1 + (ts.map size).sum
termination_by t => sizeOf t

def map (f : α → β) : Tree α → Tree β
  | node a ts => node (f a) (ts.map (map f))

def depth : Tree α → Nat
  | node _ ts => 1 + ts.foldl (fun d t => max d t.depth) 0
termination_by t => sizeOf t

def leaves : Tree α → List α
  | node a [] => [a]
  | node _ ts => ts.flatMap leaves
termination_by t => sizeOf t

def sample : Tree Nat := node 1 [node 2 [], node 3 [node 4 []]]
#guard sample.size == 4
#guard sample.depth == 3
#guard sample.leaves == [2, 4]
#guard (sample.map (· * 10)).leaves == [20, 40]

theorem size_node (a : α) (ts : List (Tree α)) : (node a ts).size = 1 + (ts.map size).sum := by
  rw [size]

end Tree

example : ∀ x : Fin 5, x.val * 2 < 10 := by decide
example : ∀ x, x < 20 → x * x < 400 := by decide
example : ∃ x, x < 20 ∧ x * x = 49 := by decide
example : ∃ x : Fin 10, x.val + 3 = 7 := by decide
example : ∀ x ∈ [1, 2, 3], x < 4 := by decide
example (n : Nat) : (List.range n).length = n := by simp
example (xs : List Nat) (h : xs ≠ []) : xs.head h ∈ xs := by simp
example (x : UInt8) : x.toNat < 256 := x.toNat_lt
example (x y : UInt8) (h : x.toNat = y.toNat) : x = y := UInt8.toNat_inj.mp h
example (x : BitVec 8) : x + 0 = x := by exact BitVec.add_zero x
example : (5 : BitVec 8) + 253 = 2 := by decide
