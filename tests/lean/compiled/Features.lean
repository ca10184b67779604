/-
What a program can be made of, each part with a line of output: compiled it has to say what it says
interpreted. tests/lean/compiled/test_compiled.py runs it both ways.
-/
namespace Features

structure Mixed where
  name : String
  small : UInt8
  wide : UInt64
  word : USize
  real : Float
  flag : Bool
  letter : Char
  deriving Repr

inductive Tree where
  | leaf
  | node (left : Tree) (key : Nat) (right : Tree)

def Tree.insert (key : Nat) : Tree → Tree
  | leaf => node leaf key leaf
  | node left k right =>
    if key < k then node (left.insert key) k right
    else if k < key then node left k (right.insert key)
    else node left k right

def Tree.toList : Tree → List Nat
  | leaf => []
  | node left k right => left.toList ++ k :: right.toList

/-- Keeps its constructor, with another tag: an object is used again. -/
inductive Shape where
  | square (side : Nat)
  | round (radius : Nat)

def Shape.other : Shape → Shape
  | square n => round (n + 1)
  | round n => square (n * 2)

mutual
def isEven : Nat → Bool
  | 0 => true
  | n + 1 => isOdd n
def isOdd : Nat → Bool
  | 0 => false
  | n + 1 => isEven n
end

/-- Deeper than any stack, if it were no loop. -/
def count (limit : Nat) (i sum : Nat) : Nat :=
  if i < limit then count limit (i + 1) (sum + i % 7) else sum
termination_by limit - i

/-- In a loop, each argument from the other. -/
def fibonacci : Nat → Nat → Nat → Nat
  | 0, a, _ => a
  | n + 1, a, b => fibonacci n b (a + b)

@[noinline] def seventeen (a b c d e f g h i j k l m n o p q : Nat) : Nat :=
  a + 2 * b + c + d + e + f + g + h + i + j + k + l + m + n + o + 3 * p + 5 * q

@[noinline] def apply {α β : Type} (f : α → β) (x : α) : β := f x
@[noinline] def scalars (small : UInt8) (wide : UInt64) (real : Float) (flag : Bool) : UInt64 :=
  small.toUInt64 + wide + real.toUInt64 + if flag then 1 else 0

def constant : Nat := 2 ^ 70 + 1
def scalar : UInt64 := 18446744073709551615
def table : Array Nat := #[3, 1, 2].map (· * 100)

@[noinline] def head! (list : List Nat) : Nat := list.head!

def failing (n : Nat) : ExceptT String (StateM Nat) Nat := do
  modify (· + n)
  if n > 2 then throw s!"{n} is too much"
  return n

def sorted (numbers : Array Nat) : Array Nat := numbers.qsort (· < ·)

class Named (α : Type) where
  name : α → String
instance : Named Nat := ⟨fun n => s!"nat {n}"⟩
instance {α : Type} [Named α] : Named (List α) := ⟨fun all => s!"[{", ".intercalate (all.map Named.name)}]"⟩
instance {α β : Type} [Named α] [Named β] : Named (α × β) := ⟨fun (a, b) => s!"({Named.name a}, {Named.name b})"⟩

def run (words : List String) : IO UInt32 := do
  IO.println s!"words {words}"
  let mixed : Mixed :=
    { name := "größe \"\\\n\t??/", small := 255, wide := scalar, word := 77, real := 2.5, flag := true
      letter := 'λ' }
  let other := { mixed with wide := mixed.wide - 1, real := mixed.real * 3, flag := !mixed.flag }
  IO.println (repr mixed)
  IO.println (repr other)
  IO.println s!"{mixed.small + 3} {other.word.toNat * 2} {other.wide.toNat % 1000} {other.real} {other.letter}"
  let tree := [5, 2, 9, 2, 7, 1].foldl (fun tree key => tree.insert key) Tree.leaf
  IO.println s!"tree {tree.toList} {(tree.insert 6).toList}"
  let shapes := [Shape.square 3, .round 4].map Shape.other
  for shape in shapes do
    match shape with
    | .square n => IO.println s!"square {n}"
    | .round n => IO.println s!"round {n}"
  IO.println s!"even {isEven 1001} {isOdd 1001}"
  IO.println s!"loops {count 3000000 0 0} {fibonacci 200 0 1}"
  let many := words.length
  let partly := seventeen 1 2 3 4 5 6 7 8 9 10 11 12 13 14
  IO.println s!"seventeen {apply (partly 15 16) many} {apply (fun f => f 1 2 3) partly}"
  IO.println s!"scalars {apply (fun g => g 2.0 true) (scalars 200 1000)}"
  IO.println s!"constants {constant} {constant * constant} {scalar} {table} {(-5 : Int) / 3}"
  IO.println s!"big {(9223372036854775807 : Nat)} {(9223372036854775808 : Nat) + many}"
  IO.println s!"strings {"aé∀".length} {"aé∀".utf8ByteSize} {"aé∀".toUpper} {"a,b,,c".splitOn ","}"
  for n in [1, 2, 3] do
    match (failing n).run.run 10 with
    | (.ok value, state) => IO.println s!"ok {value} {state}"
    | (.error problem, state) => IO.println s!"error {problem} {state}"
  IO.println s!"sorted {sorted #[3, 1, 2, 9, 4, 4, 0]} {(sorted #[]).size}"
  IO.println (Named.name [(1, [2, 3]), (4, [])])
  let total ← IO.mkRef 0
  let tasks ← (List.range 8).mapM fun i => IO.asTask (do
    for j in [0 : 1000] do total.modify (· + i * j % 3)
    return i * i)
  let mut squares := #[]
  for task in tasks do
    squares := squares.push (← IO.ofExcept task.get)
  IO.println s!"tasks {squares} {← total.get}"
  let lazily : Thunk Nat := Thunk.mk fun _ => count 1000 0 0
  IO.println s!"thunk {lazily.get + lazily.get}"
  let bytes := "bytes".toUTF8
  IO.println s!"bytes {bytes.toList} {bytes.size} {bytes.get! 1}"
  try
    throw (IO.userError "thrown")
  catch problem =>
    IO.println s!"caught {problem}"
  if many > 100 then IO.println s!"{head! []}"
  return 40 + many.toUInt32

/-- Ends with an error. -/
def fail (_ : List String) : IO UInt32 := throw (IO.userError "on purpose")

initialize counter : IO.Ref Nat ← IO.mkRef 0

/-- Reaches what an `initialize` gives. -/
def initialized (_ : List String) : IO UInt32 := return (← counter.get).toUInt32

end Features

def main := Features.run
