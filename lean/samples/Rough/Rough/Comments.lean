/-!
# Comments in strings, strings in comments

/- A comment in a comment -- with dashes -/ and on with the outer one.
A quote " is no string here, so what follows is still closed by: /- " -/
-/

namespace Rough.Comments

/- `theorem fake : False := by sorry` -/

-- theorem commented : 1 = 2 := by rfl

/-
theorem nested : 1 = 2 := by
  /- rw [this] -/
  rfl
-/

def dashes : String := "-- this is not a comment"

def block : String := "/- nor is this -/ theorem text : True := by trivial"

def quote : String := "a quote \" and -- after it /-"

def raw : String := r#"raw "-- text" /- here -/"#

def char : Char := '"'

theorem dashes_same : dashes = "-- this is not a comment" := by
  -- a comment before the tactic
  rfl -- and one behind it

theorem block_ne (h : block = dashes) : dashes = block := by /- between -/
  /- before -/ rw [h] -- rw [← h]

theorem stepwise (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  -- the first half
  constructor
  /- a comment of
     two lines /- nested -/ -/
  · exact hp -- left
  -- the second half
  · /- right -/ exact hq

/-- A doc comment with `-- dashes`, a lone quote " and a closed /- inner -/ comment. -/
theorem documented : char = '"' := by
  rfl

end Rough.Comments
-- the last line is a comment without a line end