/-
A printer of goals that remembers what it has printed.

Lean takes about a millisecond to print a goal, longer than most tactics run, and from one state to
the next most hypotheses stay as they were. A term is kept with the context that it can lean on: the
local variables up to the last that it mentions, their names and types. Beyond that its text depends
on the other names in the context, where one of them could stand for a word of it (a constant's last
part, a bound variable): then it is printed anew.

A printer belongs to one place: one environment, but for what a proof adds to it, with its options,
namespace and opens. It has room for `Printer.room` terms and starts anew when they are there.

Where a name does not stand for one variable only, or a macro made it, Lean gives it a dagger before
it prints the goal. So does the printer, and remembers what it prints in a context with such names.

Left to Lean: terms with metavariables, goals of `conv`, and whole goals in contexts with `let`, with
variables without a name, or with options for printing other than `pp.unicode.fun`, which is of terms
alone.
-/
import Lean.Meta
import Std.Data.HashMap
import Std.Data.HashSet

namespace Sensei
open Lean Meta

/-- A term in a context, which goes by its number. -/
private structure Placed where
  context : Nat
  term : Expr

-- `==` on terms does not tell names of bound variables apart.
private instance : BEq Placed := ⟨fun a b => a.context == b.context && a.term.equal b.term⟩
private instance : Hashable Placed := ⟨fun placed => mixHash placed.term.hash (hash placed.context)⟩

/-- A local variable at the end of a context; `type` is in the context before it. -/
private structure Added where
  type : Placed
  id : FVarId
  name : Name
  deriving BEq, Hashable

private structure Printed where
  text : String
  /-- Words of the text that stand for no variable of the context. -/
  words : List String

/-- A local variable of the goal that was printed last. -/
private structure Known where
  id : FVarId
  name : Name
  type : Expr
  text : String
  /-- Whether the text stays the same in a context with other names behind it, as long as none of them
  is flagged. -/
  lasting : Bool
  /-- The number of the context that ends with it. -/
  context : Nat

private structure Memory where
  terms : Std.HashMap Placed Printed := {}
  /-- The words of all of them. -/
  words : Std.HashSet String := {}
  contexts : Std.HashMap Added Nat := {}
  /-- The number of the next context; the empty one is 0. -/
  next : Nat := 1
  /-- Of each name of a local variable, its parts. -/
  parts : Std.HashMap Name (List String) := {}
  /-- The context that was printed last. -/
  last : Array Known := #[]

/-- See the head of this file. -/
structure Printer where
  private memory : IO.Ref Memory

/-- How many terms a printer keeps. -/
def Printer.room : Nat := 2000

/-- A printer that remembers nothing yet. -/
def Printer.new : BaseIO Printer := do
  return { memory := ← IO.mkRef {} }

/-- A letter or digit of ASCII, `_`, `'`, or anything beyond ASCII. The interpreter runs this for every
character of every text, so the commonest are asked for first. -/
private def inWord (c : Char) : Bool :=
  let code := c.val
  if code ≥ 97 then code ≤ 122 || code > 127
  else if code ≥ 65 then code ≤ 90 || code == 95
  else code == 39 || (code ≥ 48 && code ≤ 57)

/-- A word without the number at its end, which tells apart variables of the same name. `reversed` are
its characters. -/
private def stem (reversed : List Char) : String :=
  match reversed.dropWhile Char.isDigit with
  | '_' :: rest => String.ofList (if rest.isEmpty then reversed else rest).reverse
  | _ => String.ofList reversed.reverse

/-- The words of a text but `own`, each as its stem. -/
private def stemsOf (text : String) (own : List String) : List String :=
  go text.toList [] []
where
  add (word : List Char) (found : List String) : List String :=
    if word.isEmpty then found else
    let whole := String.ofList word.reverse
    if own.contains whole then found else
    let stem := stem word
    if found.contains stem then found else stem :: found
  go : List Char → List Char → List String → List String
    | [], word, found => add word found
    | c :: rest, word, found =>
      if inWord c then go rest (c :: word) found else go rest [] (add word found)

/-- The parts of a local variable's name. -/
private def partsOf (name : Name) : List String :=
  name.components.map fun part => stem (part.toString (escape := false)).toList.reverse

/-- The parts of the names of variables. -/
private def Printer.parts (printer : Printer) (locals : Array LocalDecl) :
    BaseIO (Array (List String)) :=
  locals.mapM fun hypothesis => do
    let name := hypothesis.userName
    match (← printer.memory.get).parts[name]? with
    | some parts => return parts
    | none =>
      let parts := partsOf name
      printer.memory.modify fun memory => { memory with parts := memory.parts.insert name parts }
      return parts

/-- The parts of names that are words of something printed before. -/
private def Printer.flagged (printer : Printer) (parts : Array (List String)) :
    BaseIO (List String) := do
  let words := (← printer.memory.get).words
  if words.isEmpty then return []
  return parts.foldl (init := []) fun flagged parts =>
    parts.foldl (init := flagged) fun flagged part =>
      if words.contains part then part :: flagged else flagged

/-- What a term is printed in. -/
private structure Around where
  locals : Array LocalDecl
  /-- The parts of their names. -/
  parts : Array (List String)
  flagged : List String

private def printAnew (term : Expr) : MetaM String := return toString (← ppExpr term)

/-- The number of the context up to the last variable that a term mentions. -/
private def contextOf (context : Array Known) (term : Expr) : Nat := Id.run do
  if !term.hasFVar then return 0
  for behind in [0 : context.size] do
    if let some known := context[context.size - 1 - behind]? then
      if term.containsFVar known.id then return known.context
  return 0

/-- Prints a term, whose metavariables are instantiated, in a context; and whether the text is
lasting. -/
private def Printer.print (printer : Printer) (around : Around) (context : Array Known)
    (term : Expr) : MetaM (String × Bool) := do
  if term.hasMVar then return (← printAnew term, false)
  let placed : Placed := { context := contextOf context term, term }
  if let some printed := (← printer.memory.get).terms[placed]? then
    if around.flagged.isEmpty || !printed.words.any around.flagged.contains then
      return (printed.text, true)
  let text ← printAnew term
  let mentioned := around.locals.filter fun hypothesis => term.containsFVar hypothesis.fvarId
  let own := mentioned.toList.map fun hypothesis => hypothesis.userName.toString
  let words := stemsOf text own
  if around.parts.any (·.any words.contains) then
    return (text, false)
  printer.memory.modify fun memory => { memory with
    terms := memory.terms.insert placed { text, words }
    words := words.foldl (·.insert ·) memory.words }
  return (text, true)

/-- The number of a context with one variable more. What has metavariables has another number each
time. -/
private def Printer.extend (printer : Printer) (context : Array Known) (hypothesis : LocalDecl)
    (type : Expr) : BaseIO Nat :=
  printer.memory.modifyGet fun memory =>
    let before := (context.back?.map (·.context)).getD 0
    let added : Added :=
      { type := { context := before, term := type }, id := hypothesis.fvarId
        name := hypothesis.userName }
    if type.hasMVar then (memory.next, { memory with next := memory.next + 1 }) else
    match memory.contexts[added]? with
    | some number => (number, memory)
    | none =>
      (memory.next, { memory with
        next := memory.next + 1, contexts := memory.contexts.insert added memory.next })

/-- What Lean prints of a goal, part by part. -/
structure GoalParts where
  /-- The hypotheses that are shown, with their names as they are, and their types. -/
  hypotheses : Array (LocalDecl × String)
  target : String
  /-- The whole, without the case line, if each part has room on its line. -/
  whole? : Option String

/-- Whether each name from `same` on stands for one variable, as it is: else Lean marks some. -/
private def namesAreClear (same : Nat) (locals : Array LocalDecl) : Bool := Id.run do
  for place in [same : locals.size] do
    let some hypothesis := locals[place]? | return false
    let name := hypothesis.userName
    if name.hasMacroScopes then return false
    for before in [0 : place] do
      if locals[before]?.any (·.userName == name) then return false
  return true

/-- The names of variables as Lean prints them, by their places. One that a macro made, or that a later
variable has too, gets a dagger, and a number if there are several. -/
def printedNames (locals : Array LocalDecl) : Array Name := Id.run do
  let mut seen : Std.HashSet Name := {}
  let mut daggers : Std.HashMap Name Nat := {}
  let mut names := #[]
  for hypothesis in locals.reverse do
    let name := hypothesis.userName
    if name.hasMacroScopes || seen.contains name then
      let stem := name.eraseMacroScopes
      let count := daggers.getD stem 0
      daggers := daggers.insert stem (count + 1)
      names := names.push (stem.appendAfter ("✝" ++ if count == 0 then "" else count.toSuperscriptString))
    else
      names := names.push name
    seen := seen.insert name
  return names.reverse

private def localsOf (context : LocalContext) : Array LocalDecl :=
  context.foldl (init := #[]) fun all hypothesis => all.push hypothesis

/-- The context with the names of its variables as they are printed. -/
private def marked (context : LocalContext) (locals : Array LocalDecl) : LocalContext := Id.run do
  let mut context := context
  for hypothesis in locals, name in printedNames locals do
    if name != hypothesis.userName then context := context.setUserName hypothesis.fvarId name
  return context

/-- How many of the variables are the same as in the context that was printed last. -/
private def sameAsLast (last : Array Known) (locals : Array LocalDecl) : Nat := Id.run do
  for place in [0 : locals.size] do
    match last[place]?, locals[place]? with
    | some known, some hypothesis =>
      unless known.lasting && known.id == hypothesis.fvarId && known.name == hypothesis.userName &&
          known.type.equal hypothesis.type do
        return place
    | _, _ => return place
  return locals.size

/-- The width that Lean fills. -/
private def width : Nat := 120

/-- The lines of a goal: hypotheses of the same type that follow one another share one. `none` if one
has no room: Lean breaks that. `types` are those of the hypotheses, as terms. -/
private def linesOf (hypotheses : Array (LocalDecl × String)) (types : Array Expr)
    (target : String) : Option String := do
  let mut lines : Array String := #[]
  let mut names := ""
  let mut last? : Option (Expr × String) := none
  for (hypothesis, text) in hypotheses, type in types do
    let name := hypothesis.userName.toString
    match last? with
    | some (last, shown) =>
      if last == type then
        names := names ++ " " ++ name
      else
        lines := lines.push (names ++ " : " ++ shown)
        names := name
        last? := some (type, text)
    | none =>
      names := name
      last? := some (type, text)
  if let some (_, shown) := last? then
    lines := lines.push (names ++ " : " ++ shown)
  lines := lines.push ("⊢ " ++ target)
  if lines.any fun line => line.length > width || line.contains '\n' then failure
  return "\n".intercalate lines.toList

/-- The context of a goal, printed. -/
private def Printer.context (printer : Printer) (around : Around) (same : Nat) :
    MetaM (Array Known) := do
  let mut context := (← printer.memory.get).last.extract 0 same
  for hypothesis in around.locals.extract same around.locals.size do
    let type ← instantiateMVars hypothesis.type
    let (text, lasting) ← if hypothesis.isImplementationDetail then pure ("", true)
      else printer.print around context type
    let number ← printer.extend context hypothesis type
    context := context.push
      { id := hypothesis.fvarId, name := hypothesis.userName, type, text, context := number
        lasting := lasting && !type.hasMVar }
  return context

/-- The parts of a goal. `none` if Lean must print it as a whole. -/
def Printer.parts? (printer : Printer) (goal : MVarId) : MetaM (Option GoalParts) := do
  let decl ← goal.getDecl
  if decl.type.isMData then return none
  for (name, _) in ← getOptions do
    if name.getRoot == `pp && name != `pp.unicode.fun then return none
  let locals := localsOf decl.lctx
  if locals.any fun hypothesis => hypothesis.isLet || hypothesis.userName == .anonymous then return none
  printer.memory.modify fun memory =>
    let full := Printer.room ≤ memory.terms.size || Printer.room ≤ memory.contexts.size
    if full then {} else memory
  let last := (← printer.memory.get).last
  let same := sameAsLast last locals
  let (lctx, locals, same) := if namesAreClear same locals then (decl.lctx, locals, same) else
    let lctx := marked decl.lctx locals
    let locals := localsOf lctx
    (lctx, locals, sameAsLast last locals)
  -- Names that are new here can stand for words of what was printed without them.
  let parts ← printer.parts locals
  let same := if (← printer.flagged (parts.extract same locals.size)).isEmpty then same else 0
  withLCtx lctx decl.localInstances do
    let around : Around := { locals, parts, flagged := ← printer.flagged parts }
    let context ← printer.context around same
    let (target, _) ← printer.print around context (← instantiateMVars decl.type)
    printer.memory.modify ({ · with last := context })
    let mut hypotheses := #[]
    let mut types := #[]
    for hypothesis in locals, known in context do
      unless hypothesis.isImplementationDetail do
        hypotheses := hypotheses.push (hypothesis, known.text)
        types := types.push known.type
    return some { hypotheses, target, whole? := linesOf hypotheses types target }

end Sensei
