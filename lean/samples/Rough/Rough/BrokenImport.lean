import Rough.ElabError

/-!
# An import that is there and does not compile

Nothing in this file is wrong by itself.
-/

namespace Rough.BrokenImport

theorem fine (p : Prop) (hp : p) : p := by
  exact hp

end Rough.BrokenImport
