prelude
import Init.SimpLemmas

/-!
# Laws of `&&` and `||`

Statements follow Lean 4.35's public interface; a truth table proves each.
-/

set_option linter.all false

namespace Bool

theorem and_comm (x y : Bool) : (x && y) = (y && x) := by cases x <;> cases y <;> rfl
theorem or_comm (x y : Bool) : (x || y) = (y || x) := by cases x <;> cases y <;> rfl
theorem and_left_comm (x y z : Bool) : (x && (y && z)) = (y && (x && z)) := by
  cases x <;> cases y <;> rfl
theorem or_left_comm (x y z : Bool) : (x || (y || z)) = (y || (x || z)) := by
  cases x <;> cases y <;> rfl
theorem and_right_comm (x y z : Bool) : ((x && y) && z) = ((x && z) && y) := by
  cases x <;> cases y <;> cases z <;> rfl
theorem or_right_comm (x y z : Bool) : ((x || y) || z) = ((x || z) || y) := by
  cases x <;> cases y <;> cases z <;> rfl

end Bool
