/-!
# A long file

Three thousand lines of small declarations, as a table turned into Lean would give them.
-/

namespace Rough.Long

/-- Add 1. -/
def add1 (n : Nat) : Nat := n + 1

theorem add1_eq (n : Nat) : add1 n = 1 + n := by
  unfold add1
  rw [Nat.add_comm]

theorem le_add1 (n : Nat) : n ≤ add1 n := by
  exact Nat.le_add_right n 1

/-- Add 2. -/
def add2 (n : Nat) : Nat := n + 2

theorem add2_eq (n : Nat) : add2 n = 2 + n := by
  unfold add2
  rw [Nat.add_comm]

theorem le_add2 (n : Nat) : n ≤ add2 n := by
  exact Nat.le_add_right n 2

/-- Add 3. -/
def add3 (n : Nat) : Nat := n + 3

theorem add3_eq (n : Nat) : add3 n = 3 + n := by
  unfold add3
  rw [Nat.add_comm]

theorem le_add3 (n : Nat) : n ≤ add3 n := by
  exact Nat.le_add_right n 3

/-- Add 4. -/
def add4 (n : Nat) : Nat := n + 4

theorem add4_eq (n : Nat) : add4 n = 4 + n := by
  unfold add4
  rw [Nat.add_comm]

theorem le_add4 (n : Nat) : n ≤ add4 n := by
  exact Nat.le_add_right n 4

/-- Add 5. -/
def add5 (n : Nat) : Nat := n + 5

theorem add5_eq (n : Nat) : add5 n = 5 + n := by
  unfold add5
  rw [Nat.add_comm]

theorem le_add5 (n : Nat) : n ≤ add5 n := by
  exact Nat.le_add_right n 5

/-- Add 6. -/
def add6 (n : Nat) : Nat := n + 6

theorem add6_eq (n : Nat) : add6 n = 6 + n := by
  unfold add6
  rw [Nat.add_comm]

theorem le_add6 (n : Nat) : n ≤ add6 n := by
  exact Nat.le_add_right n 6

/-- Add 7. -/
def add7 (n : Nat) : Nat := n + 7

theorem add7_eq (n : Nat) : add7 n = 7 + n := by
  unfold add7
  rw [Nat.add_comm]

theorem le_add7 (n : Nat) : n ≤ add7 n := by
  exact Nat.le_add_right n 7

/-- Add 8. -/
def add8 (n : Nat) : Nat := n + 8

theorem add8_eq (n : Nat) : add8 n = 8 + n := by
  unfold add8
  rw [Nat.add_comm]

theorem le_add8 (n : Nat) : n ≤ add8 n := by
  exact Nat.le_add_right n 8

/-- Add 9. -/
def add9 (n : Nat) : Nat := n + 9

theorem add9_eq (n : Nat) : add9 n = 9 + n := by
  unfold add9
  rw [Nat.add_comm]

theorem le_add9 (n : Nat) : n ≤ add9 n := by
  exact Nat.le_add_right n 9

/-- Add 10. -/
def add10 (n : Nat) : Nat := n + 10

theorem add10_eq (n : Nat) : add10 n = 10 + n := by
  unfold add10
  rw [Nat.add_comm]

theorem le_add10 (n : Nat) : n ≤ add10 n := by
  exact Nat.le_add_right n 10

/-- Add 11. -/
def add11 (n : Nat) : Nat := n + 11

theorem add11_eq (n : Nat) : add11 n = 11 + n := by
  unfold add11
  rw [Nat.add_comm]

theorem le_add11 (n : Nat) : n ≤ add11 n := by
  exact Nat.le_add_right n 11

/-- Add 12. -/
def add12 (n : Nat) : Nat := n + 12

theorem add12_eq (n : Nat) : add12 n = 12 + n := by
  unfold add12
  rw [Nat.add_comm]

theorem le_add12 (n : Nat) : n ≤ add12 n := by
  exact Nat.le_add_right n 12

/-- Add 13. -/
def add13 (n : Nat) : Nat := n + 13

theorem add13_eq (n : Nat) : add13 n = 13 + n := by
  unfold add13
  rw [Nat.add_comm]

theorem le_add13 (n : Nat) : n ≤ add13 n := by
  exact Nat.le_add_right n 13

/-- Add 14. -/
def add14 (n : Nat) : Nat := n + 14

theorem add14_eq (n : Nat) : add14 n = 14 + n := by
  unfold add14
  rw [Nat.add_comm]

theorem le_add14 (n : Nat) : n ≤ add14 n := by
  exact Nat.le_add_right n 14

/-- Add 15. -/
def add15 (n : Nat) : Nat := n + 15

theorem add15_eq (n : Nat) : add15 n = 15 + n := by
  unfold add15
  rw [Nat.add_comm]

theorem le_add15 (n : Nat) : n ≤ add15 n := by
  exact Nat.le_add_right n 15

/-- Add 16. -/
def add16 (n : Nat) : Nat := n + 16

theorem add16_eq (n : Nat) : add16 n = 16 + n := by
  unfold add16
  rw [Nat.add_comm]

theorem le_add16 (n : Nat) : n ≤ add16 n := by
  exact Nat.le_add_right n 16

/-- Add 17. -/
def add17 (n : Nat) : Nat := n + 17

theorem add17_eq (n : Nat) : add17 n = 17 + n := by
  unfold add17
  rw [Nat.add_comm]

theorem le_add17 (n : Nat) : n ≤ add17 n := by
  exact Nat.le_add_right n 17

/-- Add 18. -/
def add18 (n : Nat) : Nat := n + 18

theorem add18_eq (n : Nat) : add18 n = 18 + n := by
  unfold add18
  rw [Nat.add_comm]

theorem le_add18 (n : Nat) : n ≤ add18 n := by
  exact Nat.le_add_right n 18

/-- Add 19. -/
def add19 (n : Nat) : Nat := n + 19

theorem add19_eq (n : Nat) : add19 n = 19 + n := by
  unfold add19
  rw [Nat.add_comm]

theorem le_add19 (n : Nat) : n ≤ add19 n := by
  exact Nat.le_add_right n 19

/-- Add 20. -/
def add20 (n : Nat) : Nat := n + 20

theorem add20_eq (n : Nat) : add20 n = 20 + n := by
  unfold add20
  rw [Nat.add_comm]

theorem le_add20 (n : Nat) : n ≤ add20 n := by
  exact Nat.le_add_right n 20

/-- Add 21. -/
def add21 (n : Nat) : Nat := n + 21

theorem add21_eq (n : Nat) : add21 n = 21 + n := by
  unfold add21
  rw [Nat.add_comm]

theorem le_add21 (n : Nat) : n ≤ add21 n := by
  exact Nat.le_add_right n 21

/-- Add 22. -/
def add22 (n : Nat) : Nat := n + 22

theorem add22_eq (n : Nat) : add22 n = 22 + n := by
  unfold add22
  rw [Nat.add_comm]

theorem le_add22 (n : Nat) : n ≤ add22 n := by
  exact Nat.le_add_right n 22

/-- Add 23. -/
def add23 (n : Nat) : Nat := n + 23

theorem add23_eq (n : Nat) : add23 n = 23 + n := by
  unfold add23
  rw [Nat.add_comm]

theorem le_add23 (n : Nat) : n ≤ add23 n := by
  exact Nat.le_add_right n 23

/-- Add 24. -/
def add24 (n : Nat) : Nat := n + 24

theorem add24_eq (n : Nat) : add24 n = 24 + n := by
  unfold add24
  rw [Nat.add_comm]

theorem le_add24 (n : Nat) : n ≤ add24 n := by
  exact Nat.le_add_right n 24

/-- Add 25. -/
def add25 (n : Nat) : Nat := n + 25

theorem add25_eq (n : Nat) : add25 n = 25 + n := by
  unfold add25
  rw [Nat.add_comm]

theorem le_add25 (n : Nat) : n ≤ add25 n := by
  exact Nat.le_add_right n 25

/-- Add 26. -/
def add26 (n : Nat) : Nat := n + 26

theorem add26_eq (n : Nat) : add26 n = 26 + n := by
  unfold add26
  rw [Nat.add_comm]

theorem le_add26 (n : Nat) : n ≤ add26 n := by
  exact Nat.le_add_right n 26

/-- Add 27. -/
def add27 (n : Nat) : Nat := n + 27

theorem add27_eq (n : Nat) : add27 n = 27 + n := by
  unfold add27
  rw [Nat.add_comm]

theorem le_add27 (n : Nat) : n ≤ add27 n := by
  exact Nat.le_add_right n 27

/-- Add 28. -/
def add28 (n : Nat) : Nat := n + 28

theorem add28_eq (n : Nat) : add28 n = 28 + n := by
  unfold add28
  rw [Nat.add_comm]

theorem le_add28 (n : Nat) : n ≤ add28 n := by
  exact Nat.le_add_right n 28

/-- Add 29. -/
def add29 (n : Nat) : Nat := n + 29

theorem add29_eq (n : Nat) : add29 n = 29 + n := by
  unfold add29
  rw [Nat.add_comm]

theorem le_add29 (n : Nat) : n ≤ add29 n := by
  exact Nat.le_add_right n 29

/-- Add 30. -/
def add30 (n : Nat) : Nat := n + 30

theorem add30_eq (n : Nat) : add30 n = 30 + n := by
  unfold add30
  rw [Nat.add_comm]

theorem le_add30 (n : Nat) : n ≤ add30 n := by
  exact Nat.le_add_right n 30

/-- Add 31. -/
def add31 (n : Nat) : Nat := n + 31

theorem add31_eq (n : Nat) : add31 n = 31 + n := by
  unfold add31
  rw [Nat.add_comm]

theorem le_add31 (n : Nat) : n ≤ add31 n := by
  exact Nat.le_add_right n 31

/-- Add 32. -/
def add32 (n : Nat) : Nat := n + 32

theorem add32_eq (n : Nat) : add32 n = 32 + n := by
  unfold add32
  rw [Nat.add_comm]

theorem le_add32 (n : Nat) : n ≤ add32 n := by
  exact Nat.le_add_right n 32

/-- Add 33. -/
def add33 (n : Nat) : Nat := n + 33

theorem add33_eq (n : Nat) : add33 n = 33 + n := by
  unfold add33
  rw [Nat.add_comm]

theorem le_add33 (n : Nat) : n ≤ add33 n := by
  exact Nat.le_add_right n 33

/-- Add 34. -/
def add34 (n : Nat) : Nat := n + 34

theorem add34_eq (n : Nat) : add34 n = 34 + n := by
  unfold add34
  rw [Nat.add_comm]

theorem le_add34 (n : Nat) : n ≤ add34 n := by
  exact Nat.le_add_right n 34

/-- Add 35. -/
def add35 (n : Nat) : Nat := n + 35

theorem add35_eq (n : Nat) : add35 n = 35 + n := by
  unfold add35
  rw [Nat.add_comm]

theorem le_add35 (n : Nat) : n ≤ add35 n := by
  exact Nat.le_add_right n 35

/-- Add 36. -/
def add36 (n : Nat) : Nat := n + 36

theorem add36_eq (n : Nat) : add36 n = 36 + n := by
  unfold add36
  rw [Nat.add_comm]

theorem le_add36 (n : Nat) : n ≤ add36 n := by
  exact Nat.le_add_right n 36

/-- Add 37. -/
def add37 (n : Nat) : Nat := n + 37

theorem add37_eq (n : Nat) : add37 n = 37 + n := by
  unfold add37
  rw [Nat.add_comm]

theorem le_add37 (n : Nat) : n ≤ add37 n := by
  exact Nat.le_add_right n 37

/-- Add 38. -/
def add38 (n : Nat) : Nat := n + 38

theorem add38_eq (n : Nat) : add38 n = 38 + n := by
  unfold add38
  rw [Nat.add_comm]

theorem le_add38 (n : Nat) : n ≤ add38 n := by
  exact Nat.le_add_right n 38

/-- Add 39. -/
def add39 (n : Nat) : Nat := n + 39

theorem add39_eq (n : Nat) : add39 n = 39 + n := by
  unfold add39
  rw [Nat.add_comm]

theorem le_add39 (n : Nat) : n ≤ add39 n := by
  exact Nat.le_add_right n 39

/-- Add 40. -/
def add40 (n : Nat) : Nat := n + 40

theorem add40_eq (n : Nat) : add40 n = 40 + n := by
  unfold add40
  rw [Nat.add_comm]

theorem le_add40 (n : Nat) : n ≤ add40 n := by
  exact Nat.le_add_right n 40

/-- Add 41. -/
def add41 (n : Nat) : Nat := n + 41

theorem add41_eq (n : Nat) : add41 n = 41 + n := by
  unfold add41
  rw [Nat.add_comm]

theorem le_add41 (n : Nat) : n ≤ add41 n := by
  exact Nat.le_add_right n 41

/-- Add 42. -/
def add42 (n : Nat) : Nat := n + 42

theorem add42_eq (n : Nat) : add42 n = 42 + n := by
  unfold add42
  rw [Nat.add_comm]

theorem le_add42 (n : Nat) : n ≤ add42 n := by
  exact Nat.le_add_right n 42

/-- Add 43. -/
def add43 (n : Nat) : Nat := n + 43

theorem add43_eq (n : Nat) : add43 n = 43 + n := by
  unfold add43
  rw [Nat.add_comm]

theorem le_add43 (n : Nat) : n ≤ add43 n := by
  exact Nat.le_add_right n 43

/-- Add 44. -/
def add44 (n : Nat) : Nat := n + 44

theorem add44_eq (n : Nat) : add44 n = 44 + n := by
  unfold add44
  rw [Nat.add_comm]

theorem le_add44 (n : Nat) : n ≤ add44 n := by
  exact Nat.le_add_right n 44

/-- Add 45. -/
def add45 (n : Nat) : Nat := n + 45

theorem add45_eq (n : Nat) : add45 n = 45 + n := by
  unfold add45
  rw [Nat.add_comm]

theorem le_add45 (n : Nat) : n ≤ add45 n := by
  exact Nat.le_add_right n 45

/-- Add 46. -/
def add46 (n : Nat) : Nat := n + 46

theorem add46_eq (n : Nat) : add46 n = 46 + n := by
  unfold add46
  rw [Nat.add_comm]

theorem le_add46 (n : Nat) : n ≤ add46 n := by
  exact Nat.le_add_right n 46

/-- Add 47. -/
def add47 (n : Nat) : Nat := n + 47

theorem add47_eq (n : Nat) : add47 n = 47 + n := by
  unfold add47
  rw [Nat.add_comm]

theorem le_add47 (n : Nat) : n ≤ add47 n := by
  exact Nat.le_add_right n 47

/-- Add 48. -/
def add48 (n : Nat) : Nat := n + 48

theorem add48_eq (n : Nat) : add48 n = 48 + n := by
  unfold add48
  rw [Nat.add_comm]

theorem le_add48 (n : Nat) : n ≤ add48 n := by
  exact Nat.le_add_right n 48

/-- Add 49. -/
def add49 (n : Nat) : Nat := n + 49

theorem add49_eq (n : Nat) : add49 n = 49 + n := by
  unfold add49
  rw [Nat.add_comm]

theorem le_add49 (n : Nat) : n ≤ add49 n := by
  exact Nat.le_add_right n 49

/-- Add 50. -/
def add50 (n : Nat) : Nat := n + 50

theorem add50_eq (n : Nat) : add50 n = 50 + n := by
  unfold add50
  rw [Nat.add_comm]

theorem le_add50 (n : Nat) : n ≤ add50 n := by
  exact Nat.le_add_right n 50

/-- Add 51. -/
def add51 (n : Nat) : Nat := n + 51

theorem add51_eq (n : Nat) : add51 n = 51 + n := by
  unfold add51
  rw [Nat.add_comm]

theorem le_add51 (n : Nat) : n ≤ add51 n := by
  exact Nat.le_add_right n 51

/-- Add 52. -/
def add52 (n : Nat) : Nat := n + 52

theorem add52_eq (n : Nat) : add52 n = 52 + n := by
  unfold add52
  rw [Nat.add_comm]

theorem le_add52 (n : Nat) : n ≤ add52 n := by
  exact Nat.le_add_right n 52

/-- Add 53. -/
def add53 (n : Nat) : Nat := n + 53

theorem add53_eq (n : Nat) : add53 n = 53 + n := by
  unfold add53
  rw [Nat.add_comm]

theorem le_add53 (n : Nat) : n ≤ add53 n := by
  exact Nat.le_add_right n 53

/-- Add 54. -/
def add54 (n : Nat) : Nat := n + 54

theorem add54_eq (n : Nat) : add54 n = 54 + n := by
  unfold add54
  rw [Nat.add_comm]

theorem le_add54 (n : Nat) : n ≤ add54 n := by
  exact Nat.le_add_right n 54

/-- Add 55. -/
def add55 (n : Nat) : Nat := n + 55

theorem add55_eq (n : Nat) : add55 n = 55 + n := by
  unfold add55
  rw [Nat.add_comm]

theorem le_add55 (n : Nat) : n ≤ add55 n := by
  exact Nat.le_add_right n 55

/-- Add 56. -/
def add56 (n : Nat) : Nat := n + 56

theorem add56_eq (n : Nat) : add56 n = 56 + n := by
  unfold add56
  rw [Nat.add_comm]

theorem le_add56 (n : Nat) : n ≤ add56 n := by
  exact Nat.le_add_right n 56

/-- Add 57. -/
def add57 (n : Nat) : Nat := n + 57

theorem add57_eq (n : Nat) : add57 n = 57 + n := by
  unfold add57
  rw [Nat.add_comm]

theorem le_add57 (n : Nat) : n ≤ add57 n := by
  exact Nat.le_add_right n 57

/-- Add 58. -/
def add58 (n : Nat) : Nat := n + 58

theorem add58_eq (n : Nat) : add58 n = 58 + n := by
  unfold add58
  rw [Nat.add_comm]

theorem le_add58 (n : Nat) : n ≤ add58 n := by
  exact Nat.le_add_right n 58

/-- Add 59. -/
def add59 (n : Nat) : Nat := n + 59

theorem add59_eq (n : Nat) : add59 n = 59 + n := by
  unfold add59
  rw [Nat.add_comm]

theorem le_add59 (n : Nat) : n ≤ add59 n := by
  exact Nat.le_add_right n 59

/-- Add 60. -/
def add60 (n : Nat) : Nat := n + 60

theorem add60_eq (n : Nat) : add60 n = 60 + n := by
  unfold add60
  rw [Nat.add_comm]

theorem le_add60 (n : Nat) : n ≤ add60 n := by
  exact Nat.le_add_right n 60

/-- Add 61. -/
def add61 (n : Nat) : Nat := n + 61

theorem add61_eq (n : Nat) : add61 n = 61 + n := by
  unfold add61
  rw [Nat.add_comm]

theorem le_add61 (n : Nat) : n ≤ add61 n := by
  exact Nat.le_add_right n 61

/-- Add 62. -/
def add62 (n : Nat) : Nat := n + 62

theorem add62_eq (n : Nat) : add62 n = 62 + n := by
  unfold add62
  rw [Nat.add_comm]

theorem le_add62 (n : Nat) : n ≤ add62 n := by
  exact Nat.le_add_right n 62

/-- Add 63. -/
def add63 (n : Nat) : Nat := n + 63

theorem add63_eq (n : Nat) : add63 n = 63 + n := by
  unfold add63
  rw [Nat.add_comm]

theorem le_add63 (n : Nat) : n ≤ add63 n := by
  exact Nat.le_add_right n 63

/-- Add 64. -/
def add64 (n : Nat) : Nat := n + 64

theorem add64_eq (n : Nat) : add64 n = 64 + n := by
  unfold add64
  rw [Nat.add_comm]

theorem le_add64 (n : Nat) : n ≤ add64 n := by
  exact Nat.le_add_right n 64

/-- Add 65. -/
def add65 (n : Nat) : Nat := n + 65

theorem add65_eq (n : Nat) : add65 n = 65 + n := by
  unfold add65
  rw [Nat.add_comm]

theorem le_add65 (n : Nat) : n ≤ add65 n := by
  exact Nat.le_add_right n 65

/-- Add 66. -/
def add66 (n : Nat) : Nat := n + 66

theorem add66_eq (n : Nat) : add66 n = 66 + n := by
  unfold add66
  rw [Nat.add_comm]

theorem le_add66 (n : Nat) : n ≤ add66 n := by
  exact Nat.le_add_right n 66

/-- Add 67. -/
def add67 (n : Nat) : Nat := n + 67

theorem add67_eq (n : Nat) : add67 n = 67 + n := by
  unfold add67
  rw [Nat.add_comm]

theorem le_add67 (n : Nat) : n ≤ add67 n := by
  exact Nat.le_add_right n 67

/-- Add 68. -/
def add68 (n : Nat) : Nat := n + 68

theorem add68_eq (n : Nat) : add68 n = 68 + n := by
  unfold add68
  rw [Nat.add_comm]

theorem le_add68 (n : Nat) : n ≤ add68 n := by
  exact Nat.le_add_right n 68

/-- Add 69. -/
def add69 (n : Nat) : Nat := n + 69

theorem add69_eq (n : Nat) : add69 n = 69 + n := by
  unfold add69
  rw [Nat.add_comm]

theorem le_add69 (n : Nat) : n ≤ add69 n := by
  exact Nat.le_add_right n 69

/-- Add 70. -/
def add70 (n : Nat) : Nat := n + 70

theorem add70_eq (n : Nat) : add70 n = 70 + n := by
  unfold add70
  rw [Nat.add_comm]

theorem le_add70 (n : Nat) : n ≤ add70 n := by
  exact Nat.le_add_right n 70

/-- Add 71. -/
def add71 (n : Nat) : Nat := n + 71

theorem add71_eq (n : Nat) : add71 n = 71 + n := by
  unfold add71
  rw [Nat.add_comm]

theorem le_add71 (n : Nat) : n ≤ add71 n := by
  exact Nat.le_add_right n 71

/-- Add 72. -/
def add72 (n : Nat) : Nat := n + 72

theorem add72_eq (n : Nat) : add72 n = 72 + n := by
  unfold add72
  rw [Nat.add_comm]

theorem le_add72 (n : Nat) : n ≤ add72 n := by
  exact Nat.le_add_right n 72

/-- Add 73. -/
def add73 (n : Nat) : Nat := n + 73

theorem add73_eq (n : Nat) : add73 n = 73 + n := by
  unfold add73
  rw [Nat.add_comm]

theorem le_add73 (n : Nat) : n ≤ add73 n := by
  exact Nat.le_add_right n 73

/-- Add 74. -/
def add74 (n : Nat) : Nat := n + 74

theorem add74_eq (n : Nat) : add74 n = 74 + n := by
  unfold add74
  rw [Nat.add_comm]

theorem le_add74 (n : Nat) : n ≤ add74 n := by
  exact Nat.le_add_right n 74

/-- Add 75. -/
def add75 (n : Nat) : Nat := n + 75

theorem add75_eq (n : Nat) : add75 n = 75 + n := by
  unfold add75
  rw [Nat.add_comm]

theorem le_add75 (n : Nat) : n ≤ add75 n := by
  exact Nat.le_add_right n 75

/-- Add 76. -/
def add76 (n : Nat) : Nat := n + 76

theorem add76_eq (n : Nat) : add76 n = 76 + n := by
  unfold add76
  rw [Nat.add_comm]

theorem le_add76 (n : Nat) : n ≤ add76 n := by
  exact Nat.le_add_right n 76

/-- Add 77. -/
def add77 (n : Nat) : Nat := n + 77

theorem add77_eq (n : Nat) : add77 n = 77 + n := by
  unfold add77
  rw [Nat.add_comm]

theorem le_add77 (n : Nat) : n ≤ add77 n := by
  exact Nat.le_add_right n 77

/-- Add 78. -/
def add78 (n : Nat) : Nat := n + 78

theorem add78_eq (n : Nat) : add78 n = 78 + n := by
  unfold add78
  rw [Nat.add_comm]

theorem le_add78 (n : Nat) : n ≤ add78 n := by
  exact Nat.le_add_right n 78

/-- Add 79. -/
def add79 (n : Nat) : Nat := n + 79

theorem add79_eq (n : Nat) : add79 n = 79 + n := by
  unfold add79
  rw [Nat.add_comm]

theorem le_add79 (n : Nat) : n ≤ add79 n := by
  exact Nat.le_add_right n 79

/-- Add 80. -/
def add80 (n : Nat) : Nat := n + 80

theorem add80_eq (n : Nat) : add80 n = 80 + n := by
  unfold add80
  rw [Nat.add_comm]

theorem le_add80 (n : Nat) : n ≤ add80 n := by
  exact Nat.le_add_right n 80

/-- Add 81. -/
def add81 (n : Nat) : Nat := n + 81

theorem add81_eq (n : Nat) : add81 n = 81 + n := by
  unfold add81
  rw [Nat.add_comm]

theorem le_add81 (n : Nat) : n ≤ add81 n := by
  exact Nat.le_add_right n 81

/-- Add 82. -/
def add82 (n : Nat) : Nat := n + 82

theorem add82_eq (n : Nat) : add82 n = 82 + n := by
  unfold add82
  rw [Nat.add_comm]

theorem le_add82 (n : Nat) : n ≤ add82 n := by
  exact Nat.le_add_right n 82

/-- Add 83. -/
def add83 (n : Nat) : Nat := n + 83

theorem add83_eq (n : Nat) : add83 n = 83 + n := by
  unfold add83
  rw [Nat.add_comm]

theorem le_add83 (n : Nat) : n ≤ add83 n := by
  exact Nat.le_add_right n 83

/-- Add 84. -/
def add84 (n : Nat) : Nat := n + 84

theorem add84_eq (n : Nat) : add84 n = 84 + n := by
  unfold add84
  rw [Nat.add_comm]

theorem le_add84 (n : Nat) : n ≤ add84 n := by
  exact Nat.le_add_right n 84

/-- Add 85. -/
def add85 (n : Nat) : Nat := n + 85

theorem add85_eq (n : Nat) : add85 n = 85 + n := by
  unfold add85
  rw [Nat.add_comm]

theorem le_add85 (n : Nat) : n ≤ add85 n := by
  exact Nat.le_add_right n 85

/-- Add 86. -/
def add86 (n : Nat) : Nat := n + 86

theorem add86_eq (n : Nat) : add86 n = 86 + n := by
  unfold add86
  rw [Nat.add_comm]

theorem le_add86 (n : Nat) : n ≤ add86 n := by
  exact Nat.le_add_right n 86

/-- Add 87. -/
def add87 (n : Nat) : Nat := n + 87

theorem add87_eq (n : Nat) : add87 n = 87 + n := by
  unfold add87
  rw [Nat.add_comm]

theorem le_add87 (n : Nat) : n ≤ add87 n := by
  exact Nat.le_add_right n 87

/-- Add 88. -/
def add88 (n : Nat) : Nat := n + 88

theorem add88_eq (n : Nat) : add88 n = 88 + n := by
  unfold add88
  rw [Nat.add_comm]

theorem le_add88 (n : Nat) : n ≤ add88 n := by
  exact Nat.le_add_right n 88

/-- Add 89. -/
def add89 (n : Nat) : Nat := n + 89

theorem add89_eq (n : Nat) : add89 n = 89 + n := by
  unfold add89
  rw [Nat.add_comm]

theorem le_add89 (n : Nat) : n ≤ add89 n := by
  exact Nat.le_add_right n 89

/-- Add 90. -/
def add90 (n : Nat) : Nat := n + 90

theorem add90_eq (n : Nat) : add90 n = 90 + n := by
  unfold add90
  rw [Nat.add_comm]

theorem le_add90 (n : Nat) : n ≤ add90 n := by
  exact Nat.le_add_right n 90

/-- Add 91. -/
def add91 (n : Nat) : Nat := n + 91

theorem add91_eq (n : Nat) : add91 n = 91 + n := by
  unfold add91
  rw [Nat.add_comm]

theorem le_add91 (n : Nat) : n ≤ add91 n := by
  exact Nat.le_add_right n 91

/-- Add 92. -/
def add92 (n : Nat) : Nat := n + 92

theorem add92_eq (n : Nat) : add92 n = 92 + n := by
  unfold add92
  rw [Nat.add_comm]

theorem le_add92 (n : Nat) : n ≤ add92 n := by
  exact Nat.le_add_right n 92

/-- Add 93. -/
def add93 (n : Nat) : Nat := n + 93

theorem add93_eq (n : Nat) : add93 n = 93 + n := by
  unfold add93
  rw [Nat.add_comm]

theorem le_add93 (n : Nat) : n ≤ add93 n := by
  exact Nat.le_add_right n 93

/-- Add 94. -/
def add94 (n : Nat) : Nat := n + 94

theorem add94_eq (n : Nat) : add94 n = 94 + n := by
  unfold add94
  rw [Nat.add_comm]

theorem le_add94 (n : Nat) : n ≤ add94 n := by
  exact Nat.le_add_right n 94

/-- Add 95. -/
def add95 (n : Nat) : Nat := n + 95

theorem add95_eq (n : Nat) : add95 n = 95 + n := by
  unfold add95
  rw [Nat.add_comm]

theorem le_add95 (n : Nat) : n ≤ add95 n := by
  exact Nat.le_add_right n 95

/-- Add 96. -/
def add96 (n : Nat) : Nat := n + 96

theorem add96_eq (n : Nat) : add96 n = 96 + n := by
  unfold add96
  rw [Nat.add_comm]

theorem le_add96 (n : Nat) : n ≤ add96 n := by
  exact Nat.le_add_right n 96

/-- Add 97. -/
def add97 (n : Nat) : Nat := n + 97

theorem add97_eq (n : Nat) : add97 n = 97 + n := by
  unfold add97
  rw [Nat.add_comm]

theorem le_add97 (n : Nat) : n ≤ add97 n := by
  exact Nat.le_add_right n 97

/-- Add 98. -/
def add98 (n : Nat) : Nat := n + 98

theorem add98_eq (n : Nat) : add98 n = 98 + n := by
  unfold add98
  rw [Nat.add_comm]

theorem le_add98 (n : Nat) : n ≤ add98 n := by
  exact Nat.le_add_right n 98

/-- Add 99. -/
def add99 (n : Nat) : Nat := n + 99

theorem add99_eq (n : Nat) : add99 n = 99 + n := by
  unfold add99
  rw [Nat.add_comm]

theorem le_add99 (n : Nat) : n ≤ add99 n := by
  exact Nat.le_add_right n 99

/-- Add 100. -/
def add100 (n : Nat) : Nat := n + 100

theorem add100_eq (n : Nat) : add100 n = 100 + n := by
  unfold add100
  rw [Nat.add_comm]

theorem le_add100 (n : Nat) : n ≤ add100 n := by
  exact Nat.le_add_right n 100

/-- Add 101. -/
def add101 (n : Nat) : Nat := n + 101

theorem add101_eq (n : Nat) : add101 n = 101 + n := by
  unfold add101
  rw [Nat.add_comm]

theorem le_add101 (n : Nat) : n ≤ add101 n := by
  exact Nat.le_add_right n 101

/-- Add 102. -/
def add102 (n : Nat) : Nat := n + 102

theorem add102_eq (n : Nat) : add102 n = 102 + n := by
  unfold add102
  rw [Nat.add_comm]

theorem le_add102 (n : Nat) : n ≤ add102 n := by
  exact Nat.le_add_right n 102

/-- Add 103. -/
def add103 (n : Nat) : Nat := n + 103

theorem add103_eq (n : Nat) : add103 n = 103 + n := by
  unfold add103
  rw [Nat.add_comm]

theorem le_add103 (n : Nat) : n ≤ add103 n := by
  exact Nat.le_add_right n 103

/-- Add 104. -/
def add104 (n : Nat) : Nat := n + 104

theorem add104_eq (n : Nat) : add104 n = 104 + n := by
  unfold add104
  rw [Nat.add_comm]

theorem le_add104 (n : Nat) : n ≤ add104 n := by
  exact Nat.le_add_right n 104

/-- Add 105. -/
def add105 (n : Nat) : Nat := n + 105

theorem add105_eq (n : Nat) : add105 n = 105 + n := by
  unfold add105
  rw [Nat.add_comm]

theorem le_add105 (n : Nat) : n ≤ add105 n := by
  exact Nat.le_add_right n 105

/-- Add 106. -/
def add106 (n : Nat) : Nat := n + 106

theorem add106_eq (n : Nat) : add106 n = 106 + n := by
  unfold add106
  rw [Nat.add_comm]

theorem le_add106 (n : Nat) : n ≤ add106 n := by
  exact Nat.le_add_right n 106

/-- Add 107. -/
def add107 (n : Nat) : Nat := n + 107

theorem add107_eq (n : Nat) : add107 n = 107 + n := by
  unfold add107
  rw [Nat.add_comm]

theorem le_add107 (n : Nat) : n ≤ add107 n := by
  exact Nat.le_add_right n 107

/-- Add 108. -/
def add108 (n : Nat) : Nat := n + 108

theorem add108_eq (n : Nat) : add108 n = 108 + n := by
  unfold add108
  rw [Nat.add_comm]

theorem le_add108 (n : Nat) : n ≤ add108 n := by
  exact Nat.le_add_right n 108

/-- Add 109. -/
def add109 (n : Nat) : Nat := n + 109

theorem add109_eq (n : Nat) : add109 n = 109 + n := by
  unfold add109
  rw [Nat.add_comm]

theorem le_add109 (n : Nat) : n ≤ add109 n := by
  exact Nat.le_add_right n 109

/-- Add 110. -/
def add110 (n : Nat) : Nat := n + 110

theorem add110_eq (n : Nat) : add110 n = 110 + n := by
  unfold add110
  rw [Nat.add_comm]

theorem le_add110 (n : Nat) : n ≤ add110 n := by
  exact Nat.le_add_right n 110

/-- Add 111. -/
def add111 (n : Nat) : Nat := n + 111

theorem add111_eq (n : Nat) : add111 n = 111 + n := by
  unfold add111
  rw [Nat.add_comm]

theorem le_add111 (n : Nat) : n ≤ add111 n := by
  exact Nat.le_add_right n 111

/-- Add 112. -/
def add112 (n : Nat) : Nat := n + 112

theorem add112_eq (n : Nat) : add112 n = 112 + n := by
  unfold add112
  rw [Nat.add_comm]

theorem le_add112 (n : Nat) : n ≤ add112 n := by
  exact Nat.le_add_right n 112

/-- Add 113. -/
def add113 (n : Nat) : Nat := n + 113

theorem add113_eq (n : Nat) : add113 n = 113 + n := by
  unfold add113
  rw [Nat.add_comm]

theorem le_add113 (n : Nat) : n ≤ add113 n := by
  exact Nat.le_add_right n 113

/-- Add 114. -/
def add114 (n : Nat) : Nat := n + 114

theorem add114_eq (n : Nat) : add114 n = 114 + n := by
  unfold add114
  rw [Nat.add_comm]

theorem le_add114 (n : Nat) : n ≤ add114 n := by
  exact Nat.le_add_right n 114

/-- Add 115. -/
def add115 (n : Nat) : Nat := n + 115

theorem add115_eq (n : Nat) : add115 n = 115 + n := by
  unfold add115
  rw [Nat.add_comm]

theorem le_add115 (n : Nat) : n ≤ add115 n := by
  exact Nat.le_add_right n 115

/-- Add 116. -/
def add116 (n : Nat) : Nat := n + 116

theorem add116_eq (n : Nat) : add116 n = 116 + n := by
  unfold add116
  rw [Nat.add_comm]

theorem le_add116 (n : Nat) : n ≤ add116 n := by
  exact Nat.le_add_right n 116

/-- Add 117. -/
def add117 (n : Nat) : Nat := n + 117

theorem add117_eq (n : Nat) : add117 n = 117 + n := by
  unfold add117
  rw [Nat.add_comm]

theorem le_add117 (n : Nat) : n ≤ add117 n := by
  exact Nat.le_add_right n 117

/-- Add 118. -/
def add118 (n : Nat) : Nat := n + 118

theorem add118_eq (n : Nat) : add118 n = 118 + n := by
  unfold add118
  rw [Nat.add_comm]

theorem le_add118 (n : Nat) : n ≤ add118 n := by
  exact Nat.le_add_right n 118

/-- Add 119. -/
def add119 (n : Nat) : Nat := n + 119

theorem add119_eq (n : Nat) : add119 n = 119 + n := by
  unfold add119
  rw [Nat.add_comm]

theorem le_add119 (n : Nat) : n ≤ add119 n := by
  exact Nat.le_add_right n 119

/-- Add 120. -/
def add120 (n : Nat) : Nat := n + 120

theorem add120_eq (n : Nat) : add120 n = 120 + n := by
  unfold add120
  rw [Nat.add_comm]

theorem le_add120 (n : Nat) : n ≤ add120 n := by
  exact Nat.le_add_right n 120

/-- Add 121. -/
def add121 (n : Nat) : Nat := n + 121

theorem add121_eq (n : Nat) : add121 n = 121 + n := by
  unfold add121
  rw [Nat.add_comm]

theorem le_add121 (n : Nat) : n ≤ add121 n := by
  exact Nat.le_add_right n 121

/-- Add 122. -/
def add122 (n : Nat) : Nat := n + 122

theorem add122_eq (n : Nat) : add122 n = 122 + n := by
  unfold add122
  rw [Nat.add_comm]

theorem le_add122 (n : Nat) : n ≤ add122 n := by
  exact Nat.le_add_right n 122

/-- Add 123. -/
def add123 (n : Nat) : Nat := n + 123

theorem add123_eq (n : Nat) : add123 n = 123 + n := by
  unfold add123
  rw [Nat.add_comm]

theorem le_add123 (n : Nat) : n ≤ add123 n := by
  exact Nat.le_add_right n 123

/-- Add 124. -/
def add124 (n : Nat) : Nat := n + 124

theorem add124_eq (n : Nat) : add124 n = 124 + n := by
  unfold add124
  rw [Nat.add_comm]

theorem le_add124 (n : Nat) : n ≤ add124 n := by
  exact Nat.le_add_right n 124

/-- Add 125. -/
def add125 (n : Nat) : Nat := n + 125

theorem add125_eq (n : Nat) : add125 n = 125 + n := by
  unfold add125
  rw [Nat.add_comm]

theorem le_add125 (n : Nat) : n ≤ add125 n := by
  exact Nat.le_add_right n 125

/-- Add 126. -/
def add126 (n : Nat) : Nat := n + 126

theorem add126_eq (n : Nat) : add126 n = 126 + n := by
  unfold add126
  rw [Nat.add_comm]

theorem le_add126 (n : Nat) : n ≤ add126 n := by
  exact Nat.le_add_right n 126

/-- Add 127. -/
def add127 (n : Nat) : Nat := n + 127

theorem add127_eq (n : Nat) : add127 n = 127 + n := by
  unfold add127
  rw [Nat.add_comm]

theorem le_add127 (n : Nat) : n ≤ add127 n := by
  exact Nat.le_add_right n 127

/-- Add 128. -/
def add128 (n : Nat) : Nat := n + 128

theorem add128_eq (n : Nat) : add128 n = 128 + n := by
  unfold add128
  rw [Nat.add_comm]

theorem le_add128 (n : Nat) : n ≤ add128 n := by
  exact Nat.le_add_right n 128

/-- Add 129. -/
def add129 (n : Nat) : Nat := n + 129

theorem add129_eq (n : Nat) : add129 n = 129 + n := by
  unfold add129
  rw [Nat.add_comm]

theorem le_add129 (n : Nat) : n ≤ add129 n := by
  exact Nat.le_add_right n 129

/-- Add 130. -/
def add130 (n : Nat) : Nat := n + 130

theorem add130_eq (n : Nat) : add130 n = 130 + n := by
  unfold add130
  rw [Nat.add_comm]

theorem le_add130 (n : Nat) : n ≤ add130 n := by
  exact Nat.le_add_right n 130

/-- Add 131. -/
def add131 (n : Nat) : Nat := n + 131

theorem add131_eq (n : Nat) : add131 n = 131 + n := by
  unfold add131
  rw [Nat.add_comm]

theorem le_add131 (n : Nat) : n ≤ add131 n := by
  exact Nat.le_add_right n 131

/-- Add 132. -/
def add132 (n : Nat) : Nat := n + 132

theorem add132_eq (n : Nat) : add132 n = 132 + n := by
  unfold add132
  rw [Nat.add_comm]

theorem le_add132 (n : Nat) : n ≤ add132 n := by
  exact Nat.le_add_right n 132

/-- Add 133. -/
def add133 (n : Nat) : Nat := n + 133

theorem add133_eq (n : Nat) : add133 n = 133 + n := by
  unfold add133
  rw [Nat.add_comm]

theorem le_add133 (n : Nat) : n ≤ add133 n := by
  exact Nat.le_add_right n 133

/-- Add 134. -/
def add134 (n : Nat) : Nat := n + 134

theorem add134_eq (n : Nat) : add134 n = 134 + n := by
  unfold add134
  rw [Nat.add_comm]

theorem le_add134 (n : Nat) : n ≤ add134 n := by
  exact Nat.le_add_right n 134

/-- Add 135. -/
def add135 (n : Nat) : Nat := n + 135

theorem add135_eq (n : Nat) : add135 n = 135 + n := by
  unfold add135
  rw [Nat.add_comm]

theorem le_add135 (n : Nat) : n ≤ add135 n := by
  exact Nat.le_add_right n 135

/-- Add 136. -/
def add136 (n : Nat) : Nat := n + 136

theorem add136_eq (n : Nat) : add136 n = 136 + n := by
  unfold add136
  rw [Nat.add_comm]

theorem le_add136 (n : Nat) : n ≤ add136 n := by
  exact Nat.le_add_right n 136

/-- Add 137. -/
def add137 (n : Nat) : Nat := n + 137

theorem add137_eq (n : Nat) : add137 n = 137 + n := by
  unfold add137
  rw [Nat.add_comm]

theorem le_add137 (n : Nat) : n ≤ add137 n := by
  exact Nat.le_add_right n 137

/-- Add 138. -/
def add138 (n : Nat) : Nat := n + 138

theorem add138_eq (n : Nat) : add138 n = 138 + n := by
  unfold add138
  rw [Nat.add_comm]

theorem le_add138 (n : Nat) : n ≤ add138 n := by
  exact Nat.le_add_right n 138

/-- Add 139. -/
def add139 (n : Nat) : Nat := n + 139

theorem add139_eq (n : Nat) : add139 n = 139 + n := by
  unfold add139
  rw [Nat.add_comm]

theorem le_add139 (n : Nat) : n ≤ add139 n := by
  exact Nat.le_add_right n 139

/-- Add 140. -/
def add140 (n : Nat) : Nat := n + 140

theorem add140_eq (n : Nat) : add140 n = 140 + n := by
  unfold add140
  rw [Nat.add_comm]

theorem le_add140 (n : Nat) : n ≤ add140 n := by
  exact Nat.le_add_right n 140

/-- Add 141. -/
def add141 (n : Nat) : Nat := n + 141

theorem add141_eq (n : Nat) : add141 n = 141 + n := by
  unfold add141
  rw [Nat.add_comm]

theorem le_add141 (n : Nat) : n ≤ add141 n := by
  exact Nat.le_add_right n 141

/-- Add 142. -/
def add142 (n : Nat) : Nat := n + 142

theorem add142_eq (n : Nat) : add142 n = 142 + n := by
  unfold add142
  rw [Nat.add_comm]

theorem le_add142 (n : Nat) : n ≤ add142 n := by
  exact Nat.le_add_right n 142

/-- Add 143. -/
def add143 (n : Nat) : Nat := n + 143

theorem add143_eq (n : Nat) : add143 n = 143 + n := by
  unfold add143
  rw [Nat.add_comm]

theorem le_add143 (n : Nat) : n ≤ add143 n := by
  exact Nat.le_add_right n 143

/-- Add 144. -/
def add144 (n : Nat) : Nat := n + 144

theorem add144_eq (n : Nat) : add144 n = 144 + n := by
  unfold add144
  rw [Nat.add_comm]

theorem le_add144 (n : Nat) : n ≤ add144 n := by
  exact Nat.le_add_right n 144

/-- Add 145. -/
def add145 (n : Nat) : Nat := n + 145

theorem add145_eq (n : Nat) : add145 n = 145 + n := by
  unfold add145
  rw [Nat.add_comm]

theorem le_add145 (n : Nat) : n ≤ add145 n := by
  exact Nat.le_add_right n 145

/-- Add 146. -/
def add146 (n : Nat) : Nat := n + 146

theorem add146_eq (n : Nat) : add146 n = 146 + n := by
  unfold add146
  rw [Nat.add_comm]

theorem le_add146 (n : Nat) : n ≤ add146 n := by
  exact Nat.le_add_right n 146

/-- Add 147. -/
def add147 (n : Nat) : Nat := n + 147

theorem add147_eq (n : Nat) : add147 n = 147 + n := by
  unfold add147
  rw [Nat.add_comm]

theorem le_add147 (n : Nat) : n ≤ add147 n := by
  exact Nat.le_add_right n 147

/-- Add 148. -/
def add148 (n : Nat) : Nat := n + 148

theorem add148_eq (n : Nat) : add148 n = 148 + n := by
  unfold add148
  rw [Nat.add_comm]

theorem le_add148 (n : Nat) : n ≤ add148 n := by
  exact Nat.le_add_right n 148

/-- Add 149. -/
def add149 (n : Nat) : Nat := n + 149

theorem add149_eq (n : Nat) : add149 n = 149 + n := by
  unfold add149
  rw [Nat.add_comm]

theorem le_add149 (n : Nat) : n ≤ add149 n := by
  exact Nat.le_add_right n 149

/-- Add 150. -/
def add150 (n : Nat) : Nat := n + 150

theorem add150_eq (n : Nat) : add150 n = 150 + n := by
  unfold add150
  rw [Nat.add_comm]

theorem le_add150 (n : Nat) : n ≤ add150 n := by
  exact Nat.le_add_right n 150

/-- Add 151. -/
def add151 (n : Nat) : Nat := n + 151

theorem add151_eq (n : Nat) : add151 n = 151 + n := by
  unfold add151
  rw [Nat.add_comm]

theorem le_add151 (n : Nat) : n ≤ add151 n := by
  exact Nat.le_add_right n 151

/-- Add 152. -/
def add152 (n : Nat) : Nat := n + 152

theorem add152_eq (n : Nat) : add152 n = 152 + n := by
  unfold add152
  rw [Nat.add_comm]

theorem le_add152 (n : Nat) : n ≤ add152 n := by
  exact Nat.le_add_right n 152

/-- Add 153. -/
def add153 (n : Nat) : Nat := n + 153

theorem add153_eq (n : Nat) : add153 n = 153 + n := by
  unfold add153
  rw [Nat.add_comm]

theorem le_add153 (n : Nat) : n ≤ add153 n := by
  exact Nat.le_add_right n 153

/-- Add 154. -/
def add154 (n : Nat) : Nat := n + 154

theorem add154_eq (n : Nat) : add154 n = 154 + n := by
  unfold add154
  rw [Nat.add_comm]

theorem le_add154 (n : Nat) : n ≤ add154 n := by
  exact Nat.le_add_right n 154

/-- Add 155. -/
def add155 (n : Nat) : Nat := n + 155

theorem add155_eq (n : Nat) : add155 n = 155 + n := by
  unfold add155
  rw [Nat.add_comm]

theorem le_add155 (n : Nat) : n ≤ add155 n := by
  exact Nat.le_add_right n 155

/-- Add 156. -/
def add156 (n : Nat) : Nat := n + 156

theorem add156_eq (n : Nat) : add156 n = 156 + n := by
  unfold add156
  rw [Nat.add_comm]

theorem le_add156 (n : Nat) : n ≤ add156 n := by
  exact Nat.le_add_right n 156

/-- Add 157. -/
def add157 (n : Nat) : Nat := n + 157

theorem add157_eq (n : Nat) : add157 n = 157 + n := by
  unfold add157
  rw [Nat.add_comm]

theorem le_add157 (n : Nat) : n ≤ add157 n := by
  exact Nat.le_add_right n 157

/-- Add 158. -/
def add158 (n : Nat) : Nat := n + 158

theorem add158_eq (n : Nat) : add158 n = 158 + n := by
  unfold add158
  rw [Nat.add_comm]

theorem le_add158 (n : Nat) : n ≤ add158 n := by
  exact Nat.le_add_right n 158

/-- Add 159. -/
def add159 (n : Nat) : Nat := n + 159

theorem add159_eq (n : Nat) : add159 n = 159 + n := by
  unfold add159
  rw [Nat.add_comm]

theorem le_add159 (n : Nat) : n ≤ add159 n := by
  exact Nat.le_add_right n 159

/-- Add 160. -/
def add160 (n : Nat) : Nat := n + 160

theorem add160_eq (n : Nat) : add160 n = 160 + n := by
  unfold add160
  rw [Nat.add_comm]

theorem le_add160 (n : Nat) : n ≤ add160 n := by
  exact Nat.le_add_right n 160

/-- Add 161. -/
def add161 (n : Nat) : Nat := n + 161

theorem add161_eq (n : Nat) : add161 n = 161 + n := by
  unfold add161
  rw [Nat.add_comm]

theorem le_add161 (n : Nat) : n ≤ add161 n := by
  exact Nat.le_add_right n 161

/-- Add 162. -/
def add162 (n : Nat) : Nat := n + 162

theorem add162_eq (n : Nat) : add162 n = 162 + n := by
  unfold add162
  rw [Nat.add_comm]

theorem le_add162 (n : Nat) : n ≤ add162 n := by
  exact Nat.le_add_right n 162

/-- Add 163. -/
def add163 (n : Nat) : Nat := n + 163

theorem add163_eq (n : Nat) : add163 n = 163 + n := by
  unfold add163
  rw [Nat.add_comm]

theorem le_add163 (n : Nat) : n ≤ add163 n := by
  exact Nat.le_add_right n 163

/-- Add 164. -/
def add164 (n : Nat) : Nat := n + 164

theorem add164_eq (n : Nat) : add164 n = 164 + n := by
  unfold add164
  rw [Nat.add_comm]

theorem le_add164 (n : Nat) : n ≤ add164 n := by
  exact Nat.le_add_right n 164

/-- Add 165. -/
def add165 (n : Nat) : Nat := n + 165

theorem add165_eq (n : Nat) : add165 n = 165 + n := by
  unfold add165
  rw [Nat.add_comm]

theorem le_add165 (n : Nat) : n ≤ add165 n := by
  exact Nat.le_add_right n 165

/-- Add 166. -/
def add166 (n : Nat) : Nat := n + 166

theorem add166_eq (n : Nat) : add166 n = 166 + n := by
  unfold add166
  rw [Nat.add_comm]

theorem le_add166 (n : Nat) : n ≤ add166 n := by
  exact Nat.le_add_right n 166

/-- Add 167. -/
def add167 (n : Nat) : Nat := n + 167

theorem add167_eq (n : Nat) : add167 n = 167 + n := by
  unfold add167
  rw [Nat.add_comm]

theorem le_add167 (n : Nat) : n ≤ add167 n := by
  exact Nat.le_add_right n 167

/-- Add 168. -/
def add168 (n : Nat) : Nat := n + 168

theorem add168_eq (n : Nat) : add168 n = 168 + n := by
  unfold add168
  rw [Nat.add_comm]

theorem le_add168 (n : Nat) : n ≤ add168 n := by
  exact Nat.le_add_right n 168

/-- Add 169. -/
def add169 (n : Nat) : Nat := n + 169

theorem add169_eq (n : Nat) : add169 n = 169 + n := by
  unfold add169
  rw [Nat.add_comm]

theorem le_add169 (n : Nat) : n ≤ add169 n := by
  exact Nat.le_add_right n 169

/-- Add 170. -/
def add170 (n : Nat) : Nat := n + 170

theorem add170_eq (n : Nat) : add170 n = 170 + n := by
  unfold add170
  rw [Nat.add_comm]

theorem le_add170 (n : Nat) : n ≤ add170 n := by
  exact Nat.le_add_right n 170

/-- Add 171. -/
def add171 (n : Nat) : Nat := n + 171

theorem add171_eq (n : Nat) : add171 n = 171 + n := by
  unfold add171
  rw [Nat.add_comm]

theorem le_add171 (n : Nat) : n ≤ add171 n := by
  exact Nat.le_add_right n 171

/-- Add 172. -/
def add172 (n : Nat) : Nat := n + 172

theorem add172_eq (n : Nat) : add172 n = 172 + n := by
  unfold add172
  rw [Nat.add_comm]

theorem le_add172 (n : Nat) : n ≤ add172 n := by
  exact Nat.le_add_right n 172

/-- Add 173. -/
def add173 (n : Nat) : Nat := n + 173

theorem add173_eq (n : Nat) : add173 n = 173 + n := by
  unfold add173
  rw [Nat.add_comm]

theorem le_add173 (n : Nat) : n ≤ add173 n := by
  exact Nat.le_add_right n 173

/-- Add 174. -/
def add174 (n : Nat) : Nat := n + 174

theorem add174_eq (n : Nat) : add174 n = 174 + n := by
  unfold add174
  rw [Nat.add_comm]

theorem le_add174 (n : Nat) : n ≤ add174 n := by
  exact Nat.le_add_right n 174

/-- Add 175. -/
def add175 (n : Nat) : Nat := n + 175

theorem add175_eq (n : Nat) : add175 n = 175 + n := by
  unfold add175
  rw [Nat.add_comm]

theorem le_add175 (n : Nat) : n ≤ add175 n := by
  exact Nat.le_add_right n 175

/-- Add 176. -/
def add176 (n : Nat) : Nat := n + 176

theorem add176_eq (n : Nat) : add176 n = 176 + n := by
  unfold add176
  rw [Nat.add_comm]

theorem le_add176 (n : Nat) : n ≤ add176 n := by
  exact Nat.le_add_right n 176

/-- Add 177. -/
def add177 (n : Nat) : Nat := n + 177

theorem add177_eq (n : Nat) : add177 n = 177 + n := by
  unfold add177
  rw [Nat.add_comm]

theorem le_add177 (n : Nat) : n ≤ add177 n := by
  exact Nat.le_add_right n 177

/-- Add 178. -/
def add178 (n : Nat) : Nat := n + 178

theorem add178_eq (n : Nat) : add178 n = 178 + n := by
  unfold add178
  rw [Nat.add_comm]

theorem le_add178 (n : Nat) : n ≤ add178 n := by
  exact Nat.le_add_right n 178

/-- Add 179. -/
def add179 (n : Nat) : Nat := n + 179

theorem add179_eq (n : Nat) : add179 n = 179 + n := by
  unfold add179
  rw [Nat.add_comm]

theorem le_add179 (n : Nat) : n ≤ add179 n := by
  exact Nat.le_add_right n 179

/-- Add 180. -/
def add180 (n : Nat) : Nat := n + 180

theorem add180_eq (n : Nat) : add180 n = 180 + n := by
  unfold add180
  rw [Nat.add_comm]

theorem le_add180 (n : Nat) : n ≤ add180 n := by
  exact Nat.le_add_right n 180

/-- Add 181. -/
def add181 (n : Nat) : Nat := n + 181

theorem add181_eq (n : Nat) : add181 n = 181 + n := by
  unfold add181
  rw [Nat.add_comm]

theorem le_add181 (n : Nat) : n ≤ add181 n := by
  exact Nat.le_add_right n 181

/-- Add 182. -/
def add182 (n : Nat) : Nat := n + 182

theorem add182_eq (n : Nat) : add182 n = 182 + n := by
  unfold add182
  rw [Nat.add_comm]

theorem le_add182 (n : Nat) : n ≤ add182 n := by
  exact Nat.le_add_right n 182

/-- Add 183. -/
def add183 (n : Nat) : Nat := n + 183

theorem add183_eq (n : Nat) : add183 n = 183 + n := by
  unfold add183
  rw [Nat.add_comm]

theorem le_add183 (n : Nat) : n ≤ add183 n := by
  exact Nat.le_add_right n 183

/-- Add 184. -/
def add184 (n : Nat) : Nat := n + 184

theorem add184_eq (n : Nat) : add184 n = 184 + n := by
  unfold add184
  rw [Nat.add_comm]

theorem le_add184 (n : Nat) : n ≤ add184 n := by
  exact Nat.le_add_right n 184

/-- Add 185. -/
def add185 (n : Nat) : Nat := n + 185

theorem add185_eq (n : Nat) : add185 n = 185 + n := by
  unfold add185
  rw [Nat.add_comm]

theorem le_add185 (n : Nat) : n ≤ add185 n := by
  exact Nat.le_add_right n 185

/-- Add 186. -/
def add186 (n : Nat) : Nat := n + 186

theorem add186_eq (n : Nat) : add186 n = 186 + n := by
  unfold add186
  rw [Nat.add_comm]

theorem le_add186 (n : Nat) : n ≤ add186 n := by
  exact Nat.le_add_right n 186

/-- Add 187. -/
def add187 (n : Nat) : Nat := n + 187

theorem add187_eq (n : Nat) : add187 n = 187 + n := by
  unfold add187
  rw [Nat.add_comm]

theorem le_add187 (n : Nat) : n ≤ add187 n := by
  exact Nat.le_add_right n 187

/-- Add 188. -/
def add188 (n : Nat) : Nat := n + 188

theorem add188_eq (n : Nat) : add188 n = 188 + n := by
  unfold add188
  rw [Nat.add_comm]

theorem le_add188 (n : Nat) : n ≤ add188 n := by
  exact Nat.le_add_right n 188

/-- Add 189. -/
def add189 (n : Nat) : Nat := n + 189

theorem add189_eq (n : Nat) : add189 n = 189 + n := by
  unfold add189
  rw [Nat.add_comm]

theorem le_add189 (n : Nat) : n ≤ add189 n := by
  exact Nat.le_add_right n 189

/-- Add 190. -/
def add190 (n : Nat) : Nat := n + 190

theorem add190_eq (n : Nat) : add190 n = 190 + n := by
  unfold add190
  rw [Nat.add_comm]

theorem le_add190 (n : Nat) : n ≤ add190 n := by
  exact Nat.le_add_right n 190

/-- Add 191. -/
def add191 (n : Nat) : Nat := n + 191

theorem add191_eq (n : Nat) : add191 n = 191 + n := by
  unfold add191
  rw [Nat.add_comm]

theorem le_add191 (n : Nat) : n ≤ add191 n := by
  exact Nat.le_add_right n 191

/-- Add 192. -/
def add192 (n : Nat) : Nat := n + 192

theorem add192_eq (n : Nat) : add192 n = 192 + n := by
  unfold add192
  rw [Nat.add_comm]

theorem le_add192 (n : Nat) : n ≤ add192 n := by
  exact Nat.le_add_right n 192

/-- Add 193. -/
def add193 (n : Nat) : Nat := n + 193

theorem add193_eq (n : Nat) : add193 n = 193 + n := by
  unfold add193
  rw [Nat.add_comm]

theorem le_add193 (n : Nat) : n ≤ add193 n := by
  exact Nat.le_add_right n 193

/-- Add 194. -/
def add194 (n : Nat) : Nat := n + 194

theorem add194_eq (n : Nat) : add194 n = 194 + n := by
  unfold add194
  rw [Nat.add_comm]

theorem le_add194 (n : Nat) : n ≤ add194 n := by
  exact Nat.le_add_right n 194

/-- Add 195. -/
def add195 (n : Nat) : Nat := n + 195

theorem add195_eq (n : Nat) : add195 n = 195 + n := by
  unfold add195
  rw [Nat.add_comm]

theorem le_add195 (n : Nat) : n ≤ add195 n := by
  exact Nat.le_add_right n 195

/-- Add 196. -/
def add196 (n : Nat) : Nat := n + 196

theorem add196_eq (n : Nat) : add196 n = 196 + n := by
  unfold add196
  rw [Nat.add_comm]

theorem le_add196 (n : Nat) : n ≤ add196 n := by
  exact Nat.le_add_right n 196

/-- Add 197. -/
def add197 (n : Nat) : Nat := n + 197

theorem add197_eq (n : Nat) : add197 n = 197 + n := by
  unfold add197
  rw [Nat.add_comm]

theorem le_add197 (n : Nat) : n ≤ add197 n := by
  exact Nat.le_add_right n 197

/-- Add 198. -/
def add198 (n : Nat) : Nat := n + 198

theorem add198_eq (n : Nat) : add198 n = 198 + n := by
  unfold add198
  rw [Nat.add_comm]

theorem le_add198 (n : Nat) : n ≤ add198 n := by
  exact Nat.le_add_right n 198

/-- Add 199. -/
def add199 (n : Nat) : Nat := n + 199

theorem add199_eq (n : Nat) : add199 n = 199 + n := by
  unfold add199
  rw [Nat.add_comm]

theorem le_add199 (n : Nat) : n ≤ add199 n := by
  exact Nat.le_add_right n 199

/-- Add 200. -/
def add200 (n : Nat) : Nat := n + 200

theorem add200_eq (n : Nat) : add200 n = 200 + n := by
  unfold add200
  rw [Nat.add_comm]

theorem le_add200 (n : Nat) : n ≤ add200 n := by
  exact Nat.le_add_right n 200

/-- Add 201. -/
def add201 (n : Nat) : Nat := n + 201

theorem add201_eq (n : Nat) : add201 n = 201 + n := by
  unfold add201
  rw [Nat.add_comm]

theorem le_add201 (n : Nat) : n ≤ add201 n := by
  exact Nat.le_add_right n 201

/-- Add 202. -/
def add202 (n : Nat) : Nat := n + 202

theorem add202_eq (n : Nat) : add202 n = 202 + n := by
  unfold add202
  rw [Nat.add_comm]

theorem le_add202 (n : Nat) : n ≤ add202 n := by
  exact Nat.le_add_right n 202

/-- Add 203. -/
def add203 (n : Nat) : Nat := n + 203

theorem add203_eq (n : Nat) : add203 n = 203 + n := by
  unfold add203
  rw [Nat.add_comm]

theorem le_add203 (n : Nat) : n ≤ add203 n := by
  exact Nat.le_add_right n 203

/-- Add 204. -/
def add204 (n : Nat) : Nat := n + 204

theorem add204_eq (n : Nat) : add204 n = 204 + n := by
  unfold add204
  rw [Nat.add_comm]

theorem le_add204 (n : Nat) : n ≤ add204 n := by
  exact Nat.le_add_right n 204

/-- Add 205. -/
def add205 (n : Nat) : Nat := n + 205

theorem add205_eq (n : Nat) : add205 n = 205 + n := by
  unfold add205
  rw [Nat.add_comm]

theorem le_add205 (n : Nat) : n ≤ add205 n := by
  exact Nat.le_add_right n 205

/-- Add 206. -/
def add206 (n : Nat) : Nat := n + 206

theorem add206_eq (n : Nat) : add206 n = 206 + n := by
  unfold add206
  rw [Nat.add_comm]

theorem le_add206 (n : Nat) : n ≤ add206 n := by
  exact Nat.le_add_right n 206

/-- Add 207. -/
def add207 (n : Nat) : Nat := n + 207

theorem add207_eq (n : Nat) : add207 n = 207 + n := by
  unfold add207
  rw [Nat.add_comm]

theorem le_add207 (n : Nat) : n ≤ add207 n := by
  exact Nat.le_add_right n 207

/-- Add 208. -/
def add208 (n : Nat) : Nat := n + 208

theorem add208_eq (n : Nat) : add208 n = 208 + n := by
  unfold add208
  rw [Nat.add_comm]

theorem le_add208 (n : Nat) : n ≤ add208 n := by
  exact Nat.le_add_right n 208

/-- Add 209. -/
def add209 (n : Nat) : Nat := n + 209

theorem add209_eq (n : Nat) : add209 n = 209 + n := by
  unfold add209
  rw [Nat.add_comm]

theorem le_add209 (n : Nat) : n ≤ add209 n := by
  exact Nat.le_add_right n 209

/-- Add 210. -/
def add210 (n : Nat) : Nat := n + 210

theorem add210_eq (n : Nat) : add210 n = 210 + n := by
  unfold add210
  rw [Nat.add_comm]

theorem le_add210 (n : Nat) : n ≤ add210 n := by
  exact Nat.le_add_right n 210

/-- Add 211. -/
def add211 (n : Nat) : Nat := n + 211

theorem add211_eq (n : Nat) : add211 n = 211 + n := by
  unfold add211
  rw [Nat.add_comm]

theorem le_add211 (n : Nat) : n ≤ add211 n := by
  exact Nat.le_add_right n 211

/-- Add 212. -/
def add212 (n : Nat) : Nat := n + 212

theorem add212_eq (n : Nat) : add212 n = 212 + n := by
  unfold add212
  rw [Nat.add_comm]

theorem le_add212 (n : Nat) : n ≤ add212 n := by
  exact Nat.le_add_right n 212

/-- Add 213. -/
def add213 (n : Nat) : Nat := n + 213

theorem add213_eq (n : Nat) : add213 n = 213 + n := by
  unfold add213
  rw [Nat.add_comm]

theorem le_add213 (n : Nat) : n ≤ add213 n := by
  exact Nat.le_add_right n 213

/-- Add 214. -/
def add214 (n : Nat) : Nat := n + 214

theorem add214_eq (n : Nat) : add214 n = 214 + n := by
  unfold add214
  rw [Nat.add_comm]

theorem le_add214 (n : Nat) : n ≤ add214 n := by
  exact Nat.le_add_right n 214

/-- Add 215. -/
def add215 (n : Nat) : Nat := n + 215

theorem add215_eq (n : Nat) : add215 n = 215 + n := by
  unfold add215
  rw [Nat.add_comm]

theorem le_add215 (n : Nat) : n ≤ add215 n := by
  exact Nat.le_add_right n 215

/-- Add 216. -/
def add216 (n : Nat) : Nat := n + 216

theorem add216_eq (n : Nat) : add216 n = 216 + n := by
  unfold add216
  rw [Nat.add_comm]

theorem le_add216 (n : Nat) : n ≤ add216 n := by
  exact Nat.le_add_right n 216

/-- Add 217. -/
def add217 (n : Nat) : Nat := n + 217

theorem add217_eq (n : Nat) : add217 n = 217 + n := by
  unfold add217
  rw [Nat.add_comm]

theorem le_add217 (n : Nat) : n ≤ add217 n := by
  exact Nat.le_add_right n 217

/-- Add 218. -/
def add218 (n : Nat) : Nat := n + 218

theorem add218_eq (n : Nat) : add218 n = 218 + n := by
  unfold add218
  rw [Nat.add_comm]

theorem le_add218 (n : Nat) : n ≤ add218 n := by
  exact Nat.le_add_right n 218

/-- Add 219. -/
def add219 (n : Nat) : Nat := n + 219

theorem add219_eq (n : Nat) : add219 n = 219 + n := by
  unfold add219
  rw [Nat.add_comm]

theorem le_add219 (n : Nat) : n ≤ add219 n := by
  exact Nat.le_add_right n 219

/-- Add 220. -/
def add220 (n : Nat) : Nat := n + 220

theorem add220_eq (n : Nat) : add220 n = 220 + n := by
  unfold add220
  rw [Nat.add_comm]

theorem le_add220 (n : Nat) : n ≤ add220 n := by
  exact Nat.le_add_right n 220

/-- Add 221. -/
def add221 (n : Nat) : Nat := n + 221

theorem add221_eq (n : Nat) : add221 n = 221 + n := by
  unfold add221
  rw [Nat.add_comm]

theorem le_add221 (n : Nat) : n ≤ add221 n := by
  exact Nat.le_add_right n 221

/-- Add 222. -/
def add222 (n : Nat) : Nat := n + 222

theorem add222_eq (n : Nat) : add222 n = 222 + n := by
  unfold add222
  rw [Nat.add_comm]

theorem le_add222 (n : Nat) : n ≤ add222 n := by
  exact Nat.le_add_right n 222

/-- Add 223. -/
def add223 (n : Nat) : Nat := n + 223

theorem add223_eq (n : Nat) : add223 n = 223 + n := by
  unfold add223
  rw [Nat.add_comm]

theorem le_add223 (n : Nat) : n ≤ add223 n := by
  exact Nat.le_add_right n 223

/-- Add 224. -/
def add224 (n : Nat) : Nat := n + 224

theorem add224_eq (n : Nat) : add224 n = 224 + n := by
  unfold add224
  rw [Nat.add_comm]

theorem le_add224 (n : Nat) : n ≤ add224 n := by
  exact Nat.le_add_right n 224

/-- Add 225. -/
def add225 (n : Nat) : Nat := n + 225

theorem add225_eq (n : Nat) : add225 n = 225 + n := by
  unfold add225
  rw [Nat.add_comm]

theorem le_add225 (n : Nat) : n ≤ add225 n := by
  exact Nat.le_add_right n 225

/-- Add 226. -/
def add226 (n : Nat) : Nat := n + 226

theorem add226_eq (n : Nat) : add226 n = 226 + n := by
  unfold add226
  rw [Nat.add_comm]

theorem le_add226 (n : Nat) : n ≤ add226 n := by
  exact Nat.le_add_right n 226

/-- Add 227. -/
def add227 (n : Nat) : Nat := n + 227

theorem add227_eq (n : Nat) : add227 n = 227 + n := by
  unfold add227
  rw [Nat.add_comm]

theorem le_add227 (n : Nat) : n ≤ add227 n := by
  exact Nat.le_add_right n 227

/-- Add 228. -/
def add228 (n : Nat) : Nat := n + 228

theorem add228_eq (n : Nat) : add228 n = 228 + n := by
  unfold add228
  rw [Nat.add_comm]

theorem le_add228 (n : Nat) : n ≤ add228 n := by
  exact Nat.le_add_right n 228

/-- Add 229. -/
def add229 (n : Nat) : Nat := n + 229

theorem add229_eq (n : Nat) : add229 n = 229 + n := by
  unfold add229
  rw [Nat.add_comm]

theorem le_add229 (n : Nat) : n ≤ add229 n := by
  exact Nat.le_add_right n 229

/-- Add 230. -/
def add230 (n : Nat) : Nat := n + 230

theorem add230_eq (n : Nat) : add230 n = 230 + n := by
  unfold add230
  rw [Nat.add_comm]

theorem le_add230 (n : Nat) : n ≤ add230 n := by
  exact Nat.le_add_right n 230

/-- Add 231. -/
def add231 (n : Nat) : Nat := n + 231

theorem add231_eq (n : Nat) : add231 n = 231 + n := by
  unfold add231
  rw [Nat.add_comm]

theorem le_add231 (n : Nat) : n ≤ add231 n := by
  exact Nat.le_add_right n 231

/-- Add 232. -/
def add232 (n : Nat) : Nat := n + 232

theorem add232_eq (n : Nat) : add232 n = 232 + n := by
  unfold add232
  rw [Nat.add_comm]

theorem le_add232 (n : Nat) : n ≤ add232 n := by
  exact Nat.le_add_right n 232

/-- Add 233. -/
def add233 (n : Nat) : Nat := n + 233

theorem add233_eq (n : Nat) : add233 n = 233 + n := by
  unfold add233
  rw [Nat.add_comm]

theorem le_add233 (n : Nat) : n ≤ add233 n := by
  exact Nat.le_add_right n 233

/-- Add 234. -/
def add234 (n : Nat) : Nat := n + 234

theorem add234_eq (n : Nat) : add234 n = 234 + n := by
  unfold add234
  rw [Nat.add_comm]

theorem le_add234 (n : Nat) : n ≤ add234 n := by
  exact Nat.le_add_right n 234

/-- Add 235. -/
def add235 (n : Nat) : Nat := n + 235

theorem add235_eq (n : Nat) : add235 n = 235 + n := by
  unfold add235
  rw [Nat.add_comm]

theorem le_add235 (n : Nat) : n ≤ add235 n := by
  exact Nat.le_add_right n 235

/-- Add 236. -/
def add236 (n : Nat) : Nat := n + 236

theorem add236_eq (n : Nat) : add236 n = 236 + n := by
  unfold add236
  rw [Nat.add_comm]

theorem le_add236 (n : Nat) : n ≤ add236 n := by
  exact Nat.le_add_right n 236

/-- Add 237. -/
def add237 (n : Nat) : Nat := n + 237

theorem add237_eq (n : Nat) : add237 n = 237 + n := by
  unfold add237
  rw [Nat.add_comm]

theorem le_add237 (n : Nat) : n ≤ add237 n := by
  exact Nat.le_add_right n 237

/-- Add 238. -/
def add238 (n : Nat) : Nat := n + 238

theorem add238_eq (n : Nat) : add238 n = 238 + n := by
  unfold add238
  rw [Nat.add_comm]

theorem le_add238 (n : Nat) : n ≤ add238 n := by
  exact Nat.le_add_right n 238

/-- Add 239. -/
def add239 (n : Nat) : Nat := n + 239

theorem add239_eq (n : Nat) : add239 n = 239 + n := by
  unfold add239
  rw [Nat.add_comm]

theorem le_add239 (n : Nat) : n ≤ add239 n := by
  exact Nat.le_add_right n 239

/-- Add 240. -/
def add240 (n : Nat) : Nat := n + 240

theorem add240_eq (n : Nat) : add240 n = 240 + n := by
  unfold add240
  rw [Nat.add_comm]

theorem le_add240 (n : Nat) : n ≤ add240 n := by
  exact Nat.le_add_right n 240

/-- Add 241. -/
def add241 (n : Nat) : Nat := n + 241

theorem add241_eq (n : Nat) : add241 n = 241 + n := by
  unfold add241
  rw [Nat.add_comm]

theorem le_add241 (n : Nat) : n ≤ add241 n := by
  exact Nat.le_add_right n 241

/-- Add 242. -/
def add242 (n : Nat) : Nat := n + 242

theorem add242_eq (n : Nat) : add242 n = 242 + n := by
  unfold add242
  rw [Nat.add_comm]

theorem le_add242 (n : Nat) : n ≤ add242 n := by
  exact Nat.le_add_right n 242

/-- Add 243. -/
def add243 (n : Nat) : Nat := n + 243

theorem add243_eq (n : Nat) : add243 n = 243 + n := by
  unfold add243
  rw [Nat.add_comm]

theorem le_add243 (n : Nat) : n ≤ add243 n := by
  exact Nat.le_add_right n 243

/-- Add 244. -/
def add244 (n : Nat) : Nat := n + 244

theorem add244_eq (n : Nat) : add244 n = 244 + n := by
  unfold add244
  rw [Nat.add_comm]

theorem le_add244 (n : Nat) : n ≤ add244 n := by
  exact Nat.le_add_right n 244

/-- Add 245. -/
def add245 (n : Nat) : Nat := n + 245

theorem add245_eq (n : Nat) : add245 n = 245 + n := by
  unfold add245
  rw [Nat.add_comm]

theorem le_add245 (n : Nat) : n ≤ add245 n := by
  exact Nat.le_add_right n 245

/-- Add 246. -/
def add246 (n : Nat) : Nat := n + 246

theorem add246_eq (n : Nat) : add246 n = 246 + n := by
  unfold add246
  rw [Nat.add_comm]

theorem le_add246 (n : Nat) : n ≤ add246 n := by
  exact Nat.le_add_right n 246

/-- Add 247. -/
def add247 (n : Nat) : Nat := n + 247

theorem add247_eq (n : Nat) : add247 n = 247 + n := by
  unfold add247
  rw [Nat.add_comm]

theorem le_add247 (n : Nat) : n ≤ add247 n := by
  exact Nat.le_add_right n 247

/-- Add 248. -/
def add248 (n : Nat) : Nat := n + 248

theorem add248_eq (n : Nat) : add248 n = 248 + n := by
  unfold add248
  rw [Nat.add_comm]

theorem le_add248 (n : Nat) : n ≤ add248 n := by
  exact Nat.le_add_right n 248

/-- Add 249. -/
def add249 (n : Nat) : Nat := n + 249

theorem add249_eq (n : Nat) : add249 n = 249 + n := by
  unfold add249
  rw [Nat.add_comm]

theorem le_add249 (n : Nat) : n ≤ add249 n := by
  exact Nat.le_add_right n 249

/-- Add 250. -/
def add250 (n : Nat) : Nat := n + 250

theorem add250_eq (n : Nat) : add250 n = 250 + n := by
  unfold add250
  rw [Nat.add_comm]

theorem le_add250 (n : Nat) : n ≤ add250 n := by
  exact Nat.le_add_right n 250

/-- Add 251. -/
def add251 (n : Nat) : Nat := n + 251

theorem add251_eq (n : Nat) : add251 n = 251 + n := by
  unfold add251
  rw [Nat.add_comm]

theorem le_add251 (n : Nat) : n ≤ add251 n := by
  exact Nat.le_add_right n 251

/-- Add 252. -/
def add252 (n : Nat) : Nat := n + 252

theorem add252_eq (n : Nat) : add252 n = 252 + n := by
  unfold add252
  rw [Nat.add_comm]

theorem le_add252 (n : Nat) : n ≤ add252 n := by
  exact Nat.le_add_right n 252

/-- Add 253. -/
def add253 (n : Nat) : Nat := n + 253

theorem add253_eq (n : Nat) : add253 n = 253 + n := by
  unfold add253
  rw [Nat.add_comm]

theorem le_add253 (n : Nat) : n ≤ add253 n := by
  exact Nat.le_add_right n 253

/-- Add 254. -/
def add254 (n : Nat) : Nat := n + 254

theorem add254_eq (n : Nat) : add254 n = 254 + n := by
  unfold add254
  rw [Nat.add_comm]

theorem le_add254 (n : Nat) : n ≤ add254 n := by
  exact Nat.le_add_right n 254

/-- Add 255. -/
def add255 (n : Nat) : Nat := n + 255

theorem add255_eq (n : Nat) : add255 n = 255 + n := by
  unfold add255
  rw [Nat.add_comm]

theorem le_add255 (n : Nat) : n ≤ add255 n := by
  exact Nat.le_add_right n 255

/-- Add 256. -/
def add256 (n : Nat) : Nat := n + 256

theorem add256_eq (n : Nat) : add256 n = 256 + n := by
  unfold add256
  rw [Nat.add_comm]

theorem le_add256 (n : Nat) : n ≤ add256 n := by
  exact Nat.le_add_right n 256

/-- Add 257. -/
def add257 (n : Nat) : Nat := n + 257

theorem add257_eq (n : Nat) : add257 n = 257 + n := by
  unfold add257
  rw [Nat.add_comm]

theorem le_add257 (n : Nat) : n ≤ add257 n := by
  exact Nat.le_add_right n 257

/-- Add 258. -/
def add258 (n : Nat) : Nat := n + 258

theorem add258_eq (n : Nat) : add258 n = 258 + n := by
  unfold add258
  rw [Nat.add_comm]

theorem le_add258 (n : Nat) : n ≤ add258 n := by
  exact Nat.le_add_right n 258

/-- Add 259. -/
def add259 (n : Nat) : Nat := n + 259

theorem add259_eq (n : Nat) : add259 n = 259 + n := by
  unfold add259
  rw [Nat.add_comm]

theorem le_add259 (n : Nat) : n ≤ add259 n := by
  exact Nat.le_add_right n 259

/-- Add 260. -/
def add260 (n : Nat) : Nat := n + 260

theorem add260_eq (n : Nat) : add260 n = 260 + n := by
  unfold add260
  rw [Nat.add_comm]

theorem le_add260 (n : Nat) : n ≤ add260 n := by
  exact Nat.le_add_right n 260

/-- Add 261. -/
def add261 (n : Nat) : Nat := n + 261

theorem add261_eq (n : Nat) : add261 n = 261 + n := by
  unfold add261
  rw [Nat.add_comm]

theorem le_add261 (n : Nat) : n ≤ add261 n := by
  exact Nat.le_add_right n 261

/-- Add 262. -/
def add262 (n : Nat) : Nat := n + 262

theorem add262_eq (n : Nat) : add262 n = 262 + n := by
  unfold add262
  rw [Nat.add_comm]

theorem le_add262 (n : Nat) : n ≤ add262 n := by
  exact Nat.le_add_right n 262

/-- Add 263. -/
def add263 (n : Nat) : Nat := n + 263

theorem add263_eq (n : Nat) : add263 n = 263 + n := by
  unfold add263
  rw [Nat.add_comm]

theorem le_add263 (n : Nat) : n ≤ add263 n := by
  exact Nat.le_add_right n 263

/-- Add 264. -/
def add264 (n : Nat) : Nat := n + 264

theorem add264_eq (n : Nat) : add264 n = 264 + n := by
  unfold add264
  rw [Nat.add_comm]

theorem le_add264 (n : Nat) : n ≤ add264 n := by
  exact Nat.le_add_right n 264

/-- Add 265. -/
def add265 (n : Nat) : Nat := n + 265

theorem add265_eq (n : Nat) : add265 n = 265 + n := by
  unfold add265
  rw [Nat.add_comm]

theorem le_add265 (n : Nat) : n ≤ add265 n := by
  exact Nat.le_add_right n 265

/-- Add 266. -/
def add266 (n : Nat) : Nat := n + 266

theorem add266_eq (n : Nat) : add266 n = 266 + n := by
  unfold add266
  rw [Nat.add_comm]

theorem le_add266 (n : Nat) : n ≤ add266 n := by
  exact Nat.le_add_right n 266

/-- Add 267. -/
def add267 (n : Nat) : Nat := n + 267

theorem add267_eq (n : Nat) : add267 n = 267 + n := by
  unfold add267
  rw [Nat.add_comm]

theorem le_add267 (n : Nat) : n ≤ add267 n := by
  exact Nat.le_add_right n 267

/-- Add 268. -/
def add268 (n : Nat) : Nat := n + 268

theorem add268_eq (n : Nat) : add268 n = 268 + n := by
  unfold add268
  rw [Nat.add_comm]

theorem le_add268 (n : Nat) : n ≤ add268 n := by
  exact Nat.le_add_right n 268

/-- Add 269. -/
def add269 (n : Nat) : Nat := n + 269

theorem add269_eq (n : Nat) : add269 n = 269 + n := by
  unfold add269
  rw [Nat.add_comm]

theorem le_add269 (n : Nat) : n ≤ add269 n := by
  exact Nat.le_add_right n 269

/-- Add 270. -/
def add270 (n : Nat) : Nat := n + 270

theorem add270_eq (n : Nat) : add270 n = 270 + n := by
  unfold add270
  rw [Nat.add_comm]

theorem le_add270 (n : Nat) : n ≤ add270 n := by
  exact Nat.le_add_right n 270

/-- Add 271. -/
def add271 (n : Nat) : Nat := n + 271

theorem add271_eq (n : Nat) : add271 n = 271 + n := by
  unfold add271
  rw [Nat.add_comm]

theorem le_add271 (n : Nat) : n ≤ add271 n := by
  exact Nat.le_add_right n 271

/-- Add 272. -/
def add272 (n : Nat) : Nat := n + 272

theorem add272_eq (n : Nat) : add272 n = 272 + n := by
  unfold add272
  rw [Nat.add_comm]

theorem le_add272 (n : Nat) : n ≤ add272 n := by
  exact Nat.le_add_right n 272

/-- Add 273. -/
def add273 (n : Nat) : Nat := n + 273

theorem add273_eq (n : Nat) : add273 n = 273 + n := by
  unfold add273
  rw [Nat.add_comm]

theorem le_add273 (n : Nat) : n ≤ add273 n := by
  exact Nat.le_add_right n 273

/-- Add 274. -/
def add274 (n : Nat) : Nat := n + 274

theorem add274_eq (n : Nat) : add274 n = 274 + n := by
  unfold add274
  rw [Nat.add_comm]

theorem le_add274 (n : Nat) : n ≤ add274 n := by
  exact Nat.le_add_right n 274

/-- Add 275. -/
def add275 (n : Nat) : Nat := n + 275

theorem add275_eq (n : Nat) : add275 n = 275 + n := by
  unfold add275
  rw [Nat.add_comm]

theorem le_add275 (n : Nat) : n ≤ add275 n := by
  exact Nat.le_add_right n 275

/-- Add 276. -/
def add276 (n : Nat) : Nat := n + 276

theorem add276_eq (n : Nat) : add276 n = 276 + n := by
  unfold add276
  rw [Nat.add_comm]

theorem le_add276 (n : Nat) : n ≤ add276 n := by
  exact Nat.le_add_right n 276

/-- Add 277. -/
def add277 (n : Nat) : Nat := n + 277

theorem add277_eq (n : Nat) : add277 n = 277 + n := by
  unfold add277
  rw [Nat.add_comm]

theorem le_add277 (n : Nat) : n ≤ add277 n := by
  exact Nat.le_add_right n 277

/-- Add 278. -/
def add278 (n : Nat) : Nat := n + 278

theorem add278_eq (n : Nat) : add278 n = 278 + n := by
  unfold add278
  rw [Nat.add_comm]

theorem le_add278 (n : Nat) : n ≤ add278 n := by
  exact Nat.le_add_right n 278

/-- Add 279. -/
def add279 (n : Nat) : Nat := n + 279

theorem add279_eq (n : Nat) : add279 n = 279 + n := by
  unfold add279
  rw [Nat.add_comm]

theorem le_add279 (n : Nat) : n ≤ add279 n := by
  exact Nat.le_add_right n 279

/-- Add 280. -/
def add280 (n : Nat) : Nat := n + 280

theorem add280_eq (n : Nat) : add280 n = 280 + n := by
  unfold add280
  rw [Nat.add_comm]

theorem le_add280 (n : Nat) : n ≤ add280 n := by
  exact Nat.le_add_right n 280

/-- Add 281. -/
def add281 (n : Nat) : Nat := n + 281

theorem add281_eq (n : Nat) : add281 n = 281 + n := by
  unfold add281
  rw [Nat.add_comm]

theorem le_add281 (n : Nat) : n ≤ add281 n := by
  exact Nat.le_add_right n 281

/-- Add 282. -/
def add282 (n : Nat) : Nat := n + 282

theorem add282_eq (n : Nat) : add282 n = 282 + n := by
  unfold add282
  rw [Nat.add_comm]

theorem le_add282 (n : Nat) : n ≤ add282 n := by
  exact Nat.le_add_right n 282

/-- Add 283. -/
def add283 (n : Nat) : Nat := n + 283

theorem add283_eq (n : Nat) : add283 n = 283 + n := by
  unfold add283
  rw [Nat.add_comm]

theorem le_add283 (n : Nat) : n ≤ add283 n := by
  exact Nat.le_add_right n 283

/-- Add 284. -/
def add284 (n : Nat) : Nat := n + 284

theorem add284_eq (n : Nat) : add284 n = 284 + n := by
  unfold add284
  rw [Nat.add_comm]

theorem le_add284 (n : Nat) : n ≤ add284 n := by
  exact Nat.le_add_right n 284

/-- Add 285. -/
def add285 (n : Nat) : Nat := n + 285

theorem add285_eq (n : Nat) : add285 n = 285 + n := by
  unfold add285
  rw [Nat.add_comm]

theorem le_add285 (n : Nat) : n ≤ add285 n := by
  exact Nat.le_add_right n 285

/-- Add 286. -/
def add286 (n : Nat) : Nat := n + 286

theorem add286_eq (n : Nat) : add286 n = 286 + n := by
  unfold add286
  rw [Nat.add_comm]

theorem le_add286 (n : Nat) : n ≤ add286 n := by
  exact Nat.le_add_right n 286

/-- Add 287. -/
def add287 (n : Nat) : Nat := n + 287

theorem add287_eq (n : Nat) : add287 n = 287 + n := by
  unfold add287
  rw [Nat.add_comm]

theorem le_add287 (n : Nat) : n ≤ add287 n := by
  exact Nat.le_add_right n 287

/-- Add 288. -/
def add288 (n : Nat) : Nat := n + 288

theorem add288_eq (n : Nat) : add288 n = 288 + n := by
  unfold add288
  rw [Nat.add_comm]

theorem le_add288 (n : Nat) : n ≤ add288 n := by
  exact Nat.le_add_right n 288

/-- Add 289. -/
def add289 (n : Nat) : Nat := n + 289

theorem add289_eq (n : Nat) : add289 n = 289 + n := by
  unfold add289
  rw [Nat.add_comm]

theorem le_add289 (n : Nat) : n ≤ add289 n := by
  exact Nat.le_add_right n 289

/-- Add 290. -/
def add290 (n : Nat) : Nat := n + 290

theorem add290_eq (n : Nat) : add290 n = 290 + n := by
  unfold add290
  rw [Nat.add_comm]

theorem le_add290 (n : Nat) : n ≤ add290 n := by
  exact Nat.le_add_right n 290

/-- Add 291. -/
def add291 (n : Nat) : Nat := n + 291

theorem add291_eq (n : Nat) : add291 n = 291 + n := by
  unfold add291
  rw [Nat.add_comm]

theorem le_add291 (n : Nat) : n ≤ add291 n := by
  exact Nat.le_add_right n 291

/-- Add 292. -/
def add292 (n : Nat) : Nat := n + 292

theorem add292_eq (n : Nat) : add292 n = 292 + n := by
  unfold add292
  rw [Nat.add_comm]

theorem le_add292 (n : Nat) : n ≤ add292 n := by
  exact Nat.le_add_right n 292

/-- Add 293. -/
def add293 (n : Nat) : Nat := n + 293

theorem add293_eq (n : Nat) : add293 n = 293 + n := by
  unfold add293
  rw [Nat.add_comm]

theorem le_add293 (n : Nat) : n ≤ add293 n := by
  exact Nat.le_add_right n 293

/-- Add 294. -/
def add294 (n : Nat) : Nat := n + 294

theorem add294_eq (n : Nat) : add294 n = 294 + n := by
  unfold add294
  rw [Nat.add_comm]

theorem le_add294 (n : Nat) : n ≤ add294 n := by
  exact Nat.le_add_right n 294

/-- Add 295. -/
def add295 (n : Nat) : Nat := n + 295

theorem add295_eq (n : Nat) : add295 n = 295 + n := by
  unfold add295
  rw [Nat.add_comm]

theorem le_add295 (n : Nat) : n ≤ add295 n := by
  exact Nat.le_add_right n 295

/-- Add 296. -/
def add296 (n : Nat) : Nat := n + 296

theorem add296_eq (n : Nat) : add296 n = 296 + n := by
  unfold add296
  rw [Nat.add_comm]

theorem le_add296 (n : Nat) : n ≤ add296 n := by
  exact Nat.le_add_right n 296

/-- Add 297. -/
def add297 (n : Nat) : Nat := n + 297

theorem add297_eq (n : Nat) : add297 n = 297 + n := by
  unfold add297
  rw [Nat.add_comm]

theorem le_add297 (n : Nat) : n ≤ add297 n := by
  exact Nat.le_add_right n 297

/-- Add 298. -/
def add298 (n : Nat) : Nat := n + 298

theorem add298_eq (n : Nat) : add298 n = 298 + n := by
  unfold add298
  rw [Nat.add_comm]

theorem le_add298 (n : Nat) : n ≤ add298 n := by
  exact Nat.le_add_right n 298

/-- Add 299. -/
def add299 (n : Nat) : Nat := n + 299

theorem add299_eq (n : Nat) : add299 n = 299 + n := by
  unfold add299
  rw [Nat.add_comm]

theorem le_add299 (n : Nat) : n ≤ add299 n := by
  exact Nat.le_add_right n 299

-- 299 functions
end Rough.Long
