/- Floats: literals, arithmetic, comparison, bits, in structures and arrays. -/

structure Scored where
  score : Float := -1.5
  name : String

/-- info: "-1.500000 3.000000 4609434218613702656" -/
#guard_msgs in
#eval let s : Scored := { name := "a" }
  s!"{s.score} {s.score * -2} {(1.5 : Float).toBits}"

/-- info: [true, false, true, false, true, true] -/
#guard_msgs in
#eval let nan : Float := 0.0 / 0.0
  [decide ((1.0 : Float) < 2), decide ((2.0 : Float) < 1), decide ((1.0 : Float) ≤ 1), nan == nan,
    nan.isNaN, Float.ofBits 4609434218613702656 == 1.5]

/-- info: #["2.718282", "0.000000", "7.000000"] -/
#guard_msgs in
#eval (#[Float.exp 1, Float.log 1, Float.ofNat 3 + 4] : Array Float).map toString

/-- info: (3, 0.750000, 0.500000) -/
#guard_msgs in
#eval ((3.9 : Float).toUInt64, (1 : Float) - 0.25, (default + 1 : Float) / 2)
