import Rough.Good
import Rough.NoSuchModule

/-!
# An import that does not exist

The header fails, so nothing below it can be elaborated.
-/

namespace Rough.MissingImport

theorem never_reached (p : Prop) (hp : p) : p := by
  exact hp

end Rough.MissingImport
