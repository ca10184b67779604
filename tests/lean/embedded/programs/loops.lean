/-! `do` blocks: mutable variables, loops, exceptions, early return; in `Id`, `Option`, `StateM`. -/

def sumTo (n : Nat) : Nat := Id.run do
  let mut s := 0
  for i in [0:n+1] do
    s := s + i
  return s
#guard sumTo 10 == 55

def firstOver (limit : Nat) (xs : List Nat) : Option Nat := do
  for x in xs do
    if x > limit then return x
  none
#guard firstOver 3 [1, 5, 7] == some 5
#guard firstOver 30 [1, 5, 7] == none

def evensBelow (n : Nat) : Array Nat := Id.run do
  let mut out := #[]
  for i in [0:n:2] do
    if i == 4 then continue
    if i > 8 then break
    out := out.push i
  return out
#guard evensBelow 20 == #[0, 2, 6, 8]

def counter : StateM Nat Nat := do
  modify (· + 1)
  let n ← get
  set (n * 2)
  return n
#guard (counter.run 4).run == (5, 10)

def safeDiv (a b : Nat) : Except String Nat := do
  unless b ≠ 0 do throw "division by zero"
  return a / b
#guard (safeDiv 7 2).toOption == some 3
#guard match safeDiv 7 0 with | .error e => e == "division by zero" | .ok _ => false

def recover (a b : Nat) : Except String Nat := do
  try safeDiv a b catch _ => return 0
#guard (recover 7 0).toOption == some 0

def nested : StateT Nat (Except String) Unit := do
  for i in [1, 2, 3] do
    for j in [10, 20] do
      if i * j == 60 then throw s!"stop at {i}, {j}"
      modify (· + i * j)
/-- info: "stop at 3, 20" -/
#guard_msgs in
#eval match nested.run 0 with | .error e => e | .ok _ => "done"

def whileLoop : IO Nat := do
  let mut i := 0
  while i < 1000 do
    i := i + 1
  repeat
    i := i + 1
    if i > 1010 then break
  return i
/-- info: 1011 -/
#guard_msgs in
#eval whileLoop

def twoLists : Array (Nat × String) := Id.run do
  let mut out := #[]
  for i in [1, 2, 3], s in ["a", "b"] do
    out := out.push (i, s)
  return out
#guard twoLists == #[(1, "a"), (2, "b")]

def tryIn : IO Nat := do
  let mut s := 0
  for x in [1, 2, 3] do
    try
      if x == 2 then throw (IO.userError "no")
      s := s + x
    catch _ => s := s + 100
  return s
/-- info: 104 -/
#guard_msgs in
#eval tryIn

def patterns (p : Option (Nat × Nat)) : Nat := Id.run do
  let some (a, b) := p | return 0
  if let n + 1 := a then return n + b
  match b with
  | 0 => return 100
  | b + 1 => return b
#guard patterns none == 0
#guard patterns (some (3, 4)) == 6
#guard patterns (some (0, 4)) == 3

def reader : ReaderT Nat (StateM Nat) Nat := do
  let n ← read
  modify (· + n)
  return (← get) + n
#guard ((reader.run 3).run 4).run == (10, 7)

/-- Parts of arrays. -/
def middle (xs : Array Nat) : Nat := Id.run do
  let mut s := 0
  for x in xs[1:3] do
    s := s + x
  return s
#guard middle #[1, 20, 30, 400] == 50
#guard #[1, 2, 3][1:].toArray == #[2, 3]
