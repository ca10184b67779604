/- `Std.TreeSet` lives with `Std.TreeMap`; this module gives it its usual import name. -/
prelude
import Init.Programs
import Std.Data.TreeMap
