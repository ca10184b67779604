/-! Structural and well-founded recursion, lexicographic orders included. -/

def fib : Nat → Nat
  | 0 => 0
  | 1 => 1
  | n + 2 => fib (n + 1) + fib n
#guard fib 20 == 6765

def ack : Nat → Nat → Nat
  | 0, n => n + 1
  | m + 1, 0 => ack m 1
  | m + 1, n + 1 => ack m (ack (m + 1) n)
termination_by m n => (m, n)
#guard ack 2 3 == 9

def ack' : Nat → Nat → Nat
  | 0, n => n + 1
  | m + 1, 0 => ack' m 1
  | m + 1, n + 1 => ack' m (ack' (m + 1) n)
#guard ack' 2 3 == 9
theorem ack_zero (n : Nat) : ack 0 n = n + 1 := by rw [ack]

def log2 (n : Nat) : Nat := if _h : n ≤ 1 then 0 else 1 + log2 (n / 2)
termination_by n
decreasing_by omega
#guard log2 1000 == 9

def gcd' (a b : Nat) : Nat := if _h : b = 0 then a else gcd' b (a % b)
termination_by b
decreasing_by exact Nat.mod_lt _ (Nat.pos_of_ne_zero _h)
#guard gcd' 12 18 == 6

def collatz (fuel n : Nat) : Nat :=
  match fuel with
  | 0 => n
  | fuel + 1 => if n % 2 = 0 then collatz fuel (n / 2) else collatz fuel (3 * n + 1)
#guard collatz 111 27 == 1

def interleave : List α → List α → List α
  | [], ys => ys
  | x :: xs, ys => x :: interleave ys xs
termination_by xs ys => xs.length + ys.length
#guard interleave [1, 3] [2, 4] == [1, 2, 3, 4]

def digits (n : Nat) : List Nat := if n < 10 then [n] else digits (n / 10) ++ [n % 10]
#guard digits 1234 == [1, 2, 3, 4]

def countdown (n : Nat) : List Nat := go n []
where
  go : Nat → List Nat → List Nat
    | 0, acc => acc.reverse
    | n + 1, acc => go n (n :: acc)
#guard countdown 3 == [2, 1, 0]

def evens (n : Nat) : Nat :=
  let rec loop (i acc : Nat) : Nat :=
    if i < n then loop (i + 2) (acc + 1) else acc
  termination_by n - i
  loop 0 0
#guard evens 10 == 5

inductive Term where
  | const (n : Nat)
  | app (f : String) (args : List Term)
def Term.size : Term → Nat
  | const _ => 1
  | app _ args => 1 + sizes args
where
  sizes : List Term → Nat
    | [] => 0
    | t :: ts => t.size + sizes ts
#guard (Term.app "f" [.const 1, .app "g" []]).size == 3

partial def loop (n : Nat) : Nat := if n > 100 then n else loop (n * 2)
#guard loop 3 == 192

theorem fib_pos : ∀ n, 0 < n → 0 < fib n
  | 1, _ => by decide
  | n + 2, _ => by
    rw [fib]
    have := fib_pos (n + 1) (Nat.succ_pos n)
    omega

theorem fib_two (n : Nat) : fib (n + 2) = fib (n + 1) + fib n := by rw [fib]

example : fib 10 = 55 := by decide
example : fib 10 = 55 := rfl

theorem fib_le (n : Nat) : fib n ≤ fib (n + 1) := by
  fun_induction fib n with
  | case1 => decide
  | case2 => decide
  | case3 n _ _ => rw [fib]; omega
