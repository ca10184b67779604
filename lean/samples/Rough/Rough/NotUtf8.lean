/-! A file that is not UTF-8: é is an accented letter in ISO 8859-1. -/

theorem Rough.NotUtf8.before (p : Prop) (hp : p) : p := by
  exact hp
