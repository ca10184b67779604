prelude
import Init.Generated.Modes
import Init.Grind
import Init.Grind.Ring.Int
import Init.Data.List.Lemmas
import Init.Data.Nat.Lemmas
import Init.Data.Int.Simp

/-!
# Equations and theorems that `grind` instantiates

On lists and options, and the definitions of minimum and maximum.
-/

attribute [grind =] List.length_nil List.length_cons List.length_append List.length_map
  List.length_reverse List.length_replicate List.nil_append List.cons_append List.append_nil
  List.append_assoc List.map_nil List.map_cons List.map_append List.reverse_nil
  List.reverse_cons List.reverse_append List.reverse_reverse List.filter_nil
  List.foldl_nil List.foldl_cons List.foldr_nil List.foldr_cons List.mem_cons List.mem_append
  List.mem_reverse List.sum_nil List.sum_cons List.take_nil List.take_succ_cons List.drop_nil
  List.drop_succ_cons List.head?_nil List.head?_cons List.tail_nil List.tail_cons

attribute [grind =] Nat.min_def Nat.max_def Int.min_def Int.max_def
