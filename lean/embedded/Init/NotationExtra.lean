prelude
import Init.Core
import Init.GetElem
import Init.MetaTypes
import Init.Generated.Unexpanders

/-!
# How terms are shown: pairs, lists, arrays, `if`, `∃`, `a[i]`

The compiled unexpanders, each bound to the constant that it shows; the generated file holds those
that belong to a notation. Names follow Lean 4.35's public interface.
-/

set_option linter.all false

open Lean.PrettyPrinter

@[app_unexpander List.toArray, extern "native"] opaque unexpandListToArray : Unexpander
@[app_unexpander Prod.mk, extern "native"] opaque unexpandProdMk : Unexpander
@[app_unexpander Lean.TSyntax, extern "native"] opaque unexpandTSyntax : Unexpander
@[app_unexpander Lean.TSyntaxArray, extern "native"] opaque unexpandTSyntaxArray : Unexpander
@[app_unexpander Lean.Syntax.TSepArray, extern "native"] opaque unexpandTSepArray : Unexpander
@[app_unexpander GetElem.getElem, extern "native"] opaque unexpandGetElem : Unexpander
@[app_unexpander getElem!, extern "native"] opaque unexpandGetElem! : Unexpander
@[app_unexpander getElem?, extern "native"] opaque unexpandGetElem? : Unexpander
@[app_unexpander Array.empty, extern "native"] opaque unexpandArrayEmpty : Unexpander
@[app_unexpander Array.mkArray0, extern "native"] opaque unexpandMkArray0 : Unexpander
@[app_unexpander Array.mkArray1, extern "native"] opaque unexpandMkArray1 : Unexpander
@[app_unexpander Array.mkArray2, extern "native"] opaque unexpandMkArray2 : Unexpander
@[app_unexpander Array.mkArray3, extern "native"] opaque unexpandMkArray3 : Unexpander
@[app_unexpander Array.mkArray4, extern "native"] opaque unexpandMkArray4 : Unexpander
@[app_unexpander Array.mkArray5, extern "native"] opaque unexpandMkArray5 : Unexpander
@[app_unexpander Array.mkArray6, extern "native"] opaque unexpandMkArray6 : Unexpander
@[app_unexpander Array.mkArray7, extern "native"] opaque unexpandMkArray7 : Unexpander
@[app_unexpander Array.mkArray8, extern "native"] opaque unexpandMkArray8 : Unexpander
