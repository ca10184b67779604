/- The data structures of `Std` and `Lean`, and JSON: every wrong result is an error. -/
import Lean
open Lean

def check (what : String) (ok : Bool) : IO Unit := do
  unless ok do throw (IO.userError s!"wrong: {what}")

def names : List Name := [`a, `b.c, `d, `e.f.g, `h]

#eval show IO Unit from do
  let m : Std.HashMap Name Nat := names.foldl (fun m n => m.insert n n.toString.length) {}
  check "size" (m.size == 5 && !m.isEmpty)
  check "get" (m[`b.c]? == some 3 && m[`z]? == none && m.getD `z 7 == 7 && m[`d]! == 1)
  check "contains" (m.contains `h && !(m.erase `h).contains `h && (m.erase `h).size == 4)
  check "fold" (m.fold (fun s _ v => s + v) 0 == m.values.foldl (· + ·) 0)
  check "keys" (m.keys.length == 5 && m.keysArray.size == 5 && m.valuesArray.size == 5)
  check "insertIfNew" ((m.insertIfNew `a 99)[`a]? == some 1)
  check "getKey" (m.getKey? `a == some `a)
  let mut n := 0
  for (_, v) in m do n := n + v
  check "for" (n == 1 + 3 + 1 + 5 + 1)
  check "big" (((List.range 1000).foldl (fun (m : Std.HashMap Nat Nat) i => m.insert i (i * i)) {})[999]?
    == some 998001)
  let s : Std.HashSet String := {"x", "y", "x"}
  check "set" (s.size == 2 && s.contains "y" && (s.toList.length == 2) && (s.erase "x").toArray == #["y"])

#eval show IO Unit from do
  let t : Std.TreeMap Nat String := [3, 1, 2].foldl (fun t i => t.insert i (toString i)) {}
  check "order" (t.toList == [(1, "1"), (2, "2"), (3, "3")] && t.keys == [1, 2, 3])
  check "get" (t[2]? == some "2" && t.get? 5 == none && t.size == 3 && t.contains 1)
  check "ends" (t.minKey? == some 1 && t.maxKey? == some 3)
  check "erase" ((t.erase 2).toArray == #[(1, "1"), (3, "3")] && t.getKey? 3 == some 3)
  check "insertIfNew" ((t.insertIfNew 1 "z").values == ["1", "2", "3"])
  check "arrays" (t.keysArray == #[1, 2, 3] && t.valuesArray == #["1", "2", "3"])
  let s : Std.TreeSet Nat := [5, 4, 5].foldl (·.insert ·) {}
  check "set" (s.toList == [4, 5] && s.min? == some 4)

#eval show IO Unit from do
  let m : NameMap Nat := names.foldl (fun m n => m.insert n 1) {}
  check "NameMap" (m.contains `e.f.g && m.find? `z == none && m.toList.length == 5)
  let s : NameSet := names.foldl (·.insert ·) {}
  check "NameSet" (s.contains `a && !s.contains `b && s.size == 5)
  check "names" (Name.isPrefixOf `a `a.b && Name.isSuffixOf `b `a.b && (`a.b.c).components == [`a, `b, `c])
  check "names" ((`a.b.c).componentsRev == [`c, `b, `a] && (`a).isAtomic && (`a.b).getString! == "b")
  check "internal" ((`a._b).isInternal && !(`a.b).isInternal && (.num `a 1 : Name).hasNum)
  check "internal" ((`a._b).isInternalOrNum && (`a._b).isInternalDetail
    && !(`a.b).isImplementationDetail)
  check "cmp" (Name.cmp `a `b == .lt && Name.lt `a `b && Name.quickCmp `a `a == .eq
    && !Name.quickLt `a `a)

#eval show IO Unit from do
  let m : PersistentHashMap Nat Nat := (List.range 100).foldl (fun m i => m.insert i (i + 1)) {}
  check "PHM" (m.find? 42 == some 43 && m.contains 99 && !(m.erase 3).contains 3 && m.toList.length == 100)
  check "PHM" (m.foldl (fun s _ v => s + v) 0 == 5050 && !m.isEmpty)
  let a : PersistentArray Nat := (List.range 100).foldl (·.push ·) {}
  check "PArray" (a.size == 100 && a.toArray[77]? == some 77 && a.toList.length == 100 && a.get! 5 == 5)
  check "PArray" ((a ++ a).size == 200 && (a.set 3 0).get! 3 == 0 && (a.filter (· < 10)).size == 10)
  let mut n := 0
  for x in a do n := n + x
  check "PArray for" (n == 4950)

def test.number : Lean.Option Nat := { name := `test.number, defValue := 3 }

#eval show IO Unit from do
  let o : Options := ({} : Options).setBool `x true |>.set `y (5 : Nat)
  check "options" (o.getBool `x && o.get `y (0 : Nat) == 5 && o.contains `y && !(o.erase `y).contains `y)
  check "options" (test.number.get {} == 3 && test.number.get (test.number.set {} 4) == 4)
  check "options" (test.number.get (test.number.setIfNotSet (test.number.set {} 4) 5) == 4)
  check "default" (maxRecDepth.get {} > 0 && Elab.async.get {} == false)
  check "decl" ((← getOptionDescr `maxRecDepth).length > 10)
  check "decl" ((← getOptionDecl `maxRecDepth).declName == `Lean.maxRecDepth)
  match ← getOptionDefaultValue `maxRecDepth with
  | .ofNat n => check "decl" (n == maxRecDepth.defValue)
  | _ => check "decl" false
  check "decls" ((← getOptionDeclsArray).size > 100)

structure Point where
  x : Nat
  y? : Option Int
  tag : String
  deriving ToJson, FromJson, BEq, Repr

inductive Shape where
  | point (p : Point)
  | line (a b : Point)
  | empty
  deriving ToJson, FromJson, BEq

#eval show IO Unit from do
  let .ok j := Json.parse "{\"a\": [1, 2.5, -3], \"b\": {\"c\": null, \"d\": true}, \"s\": \"é\\n\"}"
    | throw (IO.userError "parse")
  check "compress" (j.compress == "{\"a\":[1,2.5,-3],\"b\":{\"c\":null,\"d\":true},\"s\":\"é\\n\"}")
  check "pretty" ((Json.parse j.pretty).toOption == some j && (toString j).length > 10)
  check "get" ((j.getObjVal? "s").toOption == some (.str "é\n"))
  check "getAs" ((j.getObjValAs? (List Json) "a").toOption.map (·.length) == some 3)
  check "refuse" ((Json.parse "{\"a\": ").toOption.isNone && (Json.parse "[1,]").toOption.isNone)
  let p : Point := { x := 1, y? := some (-2), tag := "t" }
  check "toJson" ((toJson p).compress == "{\"tag\":\"t\",\"x\":1,\"y\":-2}")
  check "round" ((fromJson? (toJson p)).toOption == some p)
  check "round" ((fromJson? (α := Shape) (toJson (Shape.line p p))).toOption == some (.line p p))
  check "round" ((fromJson? (α := Shape) (toJson Shape.empty)).toOption == some .empty)
  check "missing" ((fromJson? (α := Point) (.mkObj [("x", 1)])).toOption.isNone)
  check "name" ((fromJson? (α := Name) (toJson `a.b)).toOption == some `a.b)
  check "pair" ((fromJson? (α := Nat × String) (toJson (1, "x"))).toOption == some (1, "x"))

#eval show IO Unit from do
  let text := "ab\nçd\n"
  let map := FileMap.ofString text
  check "position" (map.toPosition ⟨5⟩ == ⟨2, 1⟩ && map.ofPosition ⟨2, 1⟩ == ⟨5⟩)
  check "position" (map.lineStart 2 == ⟨3⟩ && map.getLastLine == 3)

#eval show IO Unit from do
  let e := mkApp (mkConst `f [.succ .zero]) (.bvar 0)
  check "data" (e.hasLooseBVars && e.looseBVarRange == 1 && !e.hasFVar && !e.hasMVar && !e.hasLevelParam)
  check "data" ((mkFVar ⟨`x⟩).hasFVar && (mkMVar ⟨`m⟩).hasExprMVar && (mkSort (.param `u)).hasLevelParam)
  check "data" ((mkSort (.mvar ⟨`u⟩)).hasLevelMVar && (mkSort (.mvar ⟨`u⟩)).hasMVar)
  check "hash" (e.hash == (mkApp (mkConst `f [.succ .zero]) (.bvar 0)).hash && e == e && e.equal e)
  check "lt" (!e.quickLt e && !e.lt e)
  let l := mkLambda `x .default (mkConst ``Nat) e
  check "lam" (l.isLambda && l.bindingName! == `x && l.bindingBody! == e && !l.hasLooseBVars)
  check "subst" (e.instantiate1 (mkConst `c) == mkApp (mkConst `f [.succ .zero]) (mkConst `c))
  check "subst" ((mkConst `c).abstract #[] == mkConst `c && ((mkFVar ⟨`x⟩).abstract #[mkFVar ⟨`x⟩]) == .bvar 0)
  check "subst" ((e.instantiate #[mkConst `c]) == (e.instantiateRev #[mkConst `c]))
  check "subst" ((e.abstractRange 0 #[]) == e && (e.lowerLooseBVars 1 1) == mkApp (mkConst `f [.succ .zero]) (.bvar 0)
    && (e.liftLooseBVars 0 1) == mkApp (mkConst `f [.succ .zero]) (.bvar 1) && e.hasLooseBVar 0)
  check "levels" ((mkConst `f [.param `u]).instantiateLevelParams [`u] [.zero] == mkConst `f [.zero])
  check "beta" ((mkApp l (mkConst `c)).headBeta == e.instantiate1 (mkConst `c) && (l.beta #[mkConst `c]) == e.instantiate1 (mkConst `c))
  check "args" (e.getAppArgs == #[.bvar 0] && e.isAppOf `f && e.isAppOfArity `f 1 && e.getAppNumArgs == 1
    && e.getAppRevArgs == #[.bvar 0])
  check "replace" ((e.replace fun | .bvar _ => some (mkConst `c) | _ => none) == e.instantiate1 (mkConst `c))
  check "replace" ((e.replaceNoCache fun | .bvar _ => some (mkConst `c) | _ => none) == e.instantiate1 (mkConst `c))
  check "find" ((l.find? (·.isConstOf ``Nat)).isSome && l.getUsedConstants.size == 2
    && l.getUsedConstantsAsSet.contains `f)
  check "fvars" ((mkFVar ⟨`x⟩).containsFVar ⟨`x⟩ && (mkFVar ⟨`x⟩).replaceFVarId ⟨`x⟩ e == e
    && (mkFVar ⟨`x⟩).replaceFVar (mkFVar ⟨`x⟩) e == e && (mkFVar ⟨`x⟩).replaceFVars #[mkFVar ⟨`x⟩] #[e] == e)
  check "sorry" (!e.hasSorry && (mkConst ``sorryAx [.zero]).hasSorry && !e.hasSyntheticSorry
    && !e.hasNonSyntheticSorry && !e.isSorry && !e.isSyntheticSorry && !e.isNonSyntheticSorry)
  let arrow := mkForall `x .default (mkConst `p) (mkConst `q)
  check "forall" (arrow.isArrow && arrow.getForallArity == 1 && arrow.getForallBody == mkConst `q
    && arrow.getForallBinderNames == [`x] && l.getLambdaBody == e)
  check "mdata" ((Expr.mdata {} e).consumeMData == e && (Expr.mdata {} e).cleanupAnnotations == e)
  check "eq" ((mkApp3 (mkConst ``Eq [.succ .zero]) (mkConst ``Nat) (mkNatLit 1) (mkNatLit 2)).eq?.isSome
    && (mkApp3 (mkConst ``Eq [.succ .zero]) (mkConst ``Nat) e e).isEq)
  check "logic" ((mkNot e).not? == some e && (mkAnd e e).and? == some (e, e) && (mkOr e e).isAppOf ``Or
    && e.iff?.isNone)
  check "lit" ((mkRawNatLit 3).isLit && (mkNatLit 3).nat? == some 3 && (mkStrLit "a").isLit)
  check "occurs" ((Expr.bvar 0).occurs e && l.sizeWithoutSharing > 3 && l.eta == mkConst `f [.succ .zero] )
  check "level" ((Level.max (.param `u) .one).normalize == .max .one (.param `u)
    && Level.isEquiv (.max .zero .one) .one && (Level.ofNat 3).toNat == some 3)
  check "level" ((Level.succ (.param `u)).isNeverZero && Level.zero.isAlwaysZero && (Level.one).depth == 1
    && (Level.param `u).instantiateParams [`u] [.zero] == .zero
    && (Level.param `u).substParams (fun _ => some .zero) == .zero && toString (Level.param `u) == "u")
  check "level" (mkLevelMax' .zero .one == .one && mkLevelIMax' .one .zero == .zero)
