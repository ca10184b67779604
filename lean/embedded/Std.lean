/- The part of `Std` that metaprograms use: hash and tree maps and sets. -/
prelude
import Init.Programs
import Std.Data.HashMap
import Std.Data.HashSet
import Std.Data.TreeMap
import Std.Data.TreeSet
import Std.Net
import Std.Internal.UV
