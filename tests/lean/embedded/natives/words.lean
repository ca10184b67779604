/-! Machine words, numbers and arrays: each compiled operation against the same on natural numbers.
Arguments go through a reference, so that nothing is computed by the compiler beforehand. -/

def must (what : String) (holds : Bool) : IO Unit :=
  unless holds do throw (IO.userError s!"wrong: {what}")

@[noinline] def given {α : Type} (x : α) : IO α := do (← IO.mkRef x).get

/-- One word type: `bits` wide, on pairs that carry, borrow and divide by zero. -/
macro "word " w:ident bits:term : command => `(
  #eval show IO Unit from do
    let bits : Nat := $bits
    let size := 2 ^ bits
    for (x, y) in [(7, 200), (size - 1, 3), (0, 1), (200, 0), (size / 2, size - 1)] do
      let a ← given (OfNat.ofNat 0 + $(Lean.mkIdent (w.getId ++ `ofNat)) x)
      let b := $(Lean.mkIdent (w.getId ++ `ofNat)) y
      let got := [a + b, a - b, a * b, a / b, a % b, a &&& b, a ||| b, a ^^^ b, ~~~a,
        a <<< b, a >>> b].map $(Lean.mkIdent (w.getId ++ `toNat))
      let x := x % size
      let y := y % size
      let want := [(x + y) % size, (x + size - y) % size, x * y % size, x / y, x % y, x &&& y,
        x ||| y, x ^^^ y, size - 1 - x, (x <<< (y % bits)) % size, x >>> (y % bits)]
      must s!"arithmetic: {got}, not {want}" (got == want)
      must "order" (decide (a = b) == decide (x = y) && decide (a < b) == decide (x < y)
        && decide (a ≤ b) == decide (x ≤ y))
      must "bits" ($(Lean.mkIdent (w.getId ++ `toBitVec)) a == BitVec.ofNat _ x
        && ($(Lean.mkIdent (w.getId ++ `ofBitVec)) (BitVec.ofNat _ x) == a))
      if h : y < $(Lean.mkIdent (w.getId ++ `size)) then
        must "ofNatLT" ($(Lean.mkIdent (w.getId ++ `ofNatLT)) y h == b))

word UInt8 8
word UInt16 16
word UInt32 32
word UInt64 64
word USize System.Platform.numBits

#eval show IO Unit from do
  let n ← given 0x123456789abcdef0
  let b := UInt8.ofNat n
  let h := UInt16.ofNat n
  let w := UInt32.ofNat n
  let l := UInt64.ofNat n
  let s := USize.ofNat n
  must "from 8" (b.toUInt16.toNat == 0xf0 && b.toUInt32.toNat == 0xf0 && b.toUInt64.toNat == 0xf0
    && b.toUSize.toNat == 0xf0)
  must "from 16" (h.toUInt8 == b && h.toUInt32.toNat == 0xdef0 && h.toUInt64.toNat == 0xdef0
    && h.toUSize.toNat == 0xdef0)
  must "from 32" (w.toUInt8 == b && w.toUInt16 == h && w.toUInt64.toNat == 0x9abcdef0
    && w.toUSize.toNat == 0x9abcdef0)
  must "from 64" (l.toUInt8 == b && l.toUInt16 == h && l.toUInt32 == w && l.toUSize == s)
  must "from words" (s.toUInt8 == b && s.toUInt16 == h && s.toUInt32 == w && s.toUInt64 == l)
  must "Bool" ((← given true).toUInt64 == 1 && (← given false).toUInt64 == 0)
  must "width" (System.Platform.numBits == 64 && (System.Platform.getNumBits ()).1 == 64)

#eval show IO Unit from do
  let a ← given 12
  let b ← given 18
  let big := 3 ^ 80
  must "Nat" (Nat.beq a 12 && Nat.ble a b && !Nat.ble b a && Nat.beq big (big + 0) && Nat.pow a 3 == 1728)
  must "Nat bits" (Nat.land a b == 0 && Nat.lor a b == 30 && Nat.xor a 8 == 4 && Nat.land big big == big)
  must "Nat shifts" (Nat.shiftLeft a 70 == a * 2 ^ 70 && Nat.shiftRight big 3 == big / 8)
  must "Nat log2, gcd" (Nat.log2 b == 4 && Nat.log2 big == 126 && Nat.gcd a b == 6 && Nat.gcd big 9 == 9)
  let i ← given (-7 : Int)
  must "Int" (Int.negSucc 6 == i && (match Int.decNonneg i with | isTrue _ => false | isFalse _ => true)
    && decide (i ≤ 3) && !decide (3 ≤ i) && decide (i < 3))
  must "Int division" (Int.ediv i 2 == -4 && Int.emod i 2 == 1 && Int.tdiv i 2 == -3
    && Int.tmod i 2 == -1 && Int.tdiv (i * big) big == i && Int.emod (-(big : Int)) big == 0)
  must "strict" (strictAnd true (← given true) && !strictAnd false (← given true)
    && strictOr false (← given true) && !strictOr false (← given false))
  must "Char" ((← given 'λ').toNat == 955 && (← given 'a').toUInt8 == 97 && Char.ofNat (955 + a - 12) == 'λ')

#eval show IO Unit from do
  let xs ← given #[1, 2, 3]
  must "range" (Array.range 4 == #[0, 1, 2, 3] && Array.replicate 3 'x' == #['x', 'x', 'x'])
  must "pop, reverse" (xs.pop == #[1, 2] && xs.reverse == #[3, 2, 1] && (#[] : Array Nat).pop == #[])
  must "set!" (xs.set! 1 9 == #[1, 9, 3])
  must "swapIfInBounds" (xs.swapIfInBounds 0 2 == #[3, 2, 1] && xs.swapIfInBounds 0 3 == xs)
  if h : 2 < xs.size then
    must "set, swap" (xs.set 2 5 == #[1, 2, 5] && xs.swap 0 2 == #[3, 2, 1])
  must "untouched" (xs == #[1, 2, 3])
  must "filter" (List.filterTR (· > 1) [1, 2, 3] == [2, 3])

#eval show IO Unit from do
  let t ← given (Thunk.mk fun _ => 20 + 1)
  must "Thunk" (t.get == 21 && (Thunk.pure 5).get == 5 && t.get == 21)
  let five ← given (Task.pure 5)
  must "Task" (five.get == 5 && (Task.spawn fun _ => 6).get == 6
    && (five.map (· + 1)).get == 6 && (five.bind fun x => Task.spawn fun _ => x * 2).get == 10)
