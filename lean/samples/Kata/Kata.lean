import Kata.Logic
import Kata.Quantifiers
import Kata.Bools
import Kata.Nats
import Kata.Division
import Kata.Ints
import Kata.Lists
import Kata.ListMaps
import Kata.ListSlices
import Kata.Sorting
import Kata.Options
import Kata.Trees
import Kata.TreeShapes
import Kata.SearchTrees
import Kata.Binary
import Kata.Expr
import Kata.Optimize
import Kata.Machine

/-!
# Kata

Exercises in the manner of a first course: logic, numbers, lists, trees, binary numerals, and a
small language with an optimiser and a compiler that are proved correct.
-/
