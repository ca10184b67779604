/-! Strings and characters in proofs. -/

example (s : String) : s ++ "" = s := by simp
example (s t : String) : (s ++ t).length = s.length + t.length := by simp
example (s t u : String) : s ++ t ++ u = s ++ (t ++ u) := String.append_assoc
example : "abc".length = 3 := by decide
example : "abc".length = 3 := rfl
example : "añ→𝔸".length = 4 := by decide
example : "añ→𝔸".toList = ['a', 'ñ', '→', '𝔸'] := by decide
example : "abc" ≠ "abd" := by decide
example : "abc" ≠ "abd" := by simp
example : 'a' ≠ 'b' := by simp
example : "ab" ++ "c" = "abc" := by decide
example : "ab" ++ "c" = "abc" := by simp
example (s : String) (h : s.toList = ['a']) : s = "a" := String.toList_injective h
example (l : List Char) : (String.ofList l).length = l.length := by simp
example : "abc" < "abd" := by decide
example (s t : String) (h : s = t) : t.length = s.length := by rw [h]
def greet (name : String) : String := s!"Hello, {name}!"
example : greet "World" = "Hello, World!" := by decide
#guard "a,b,c".splitOn "," == ["a", "b", "c"]
#guard "12".toNat? == some 12
