/-
One run of the tracer over modules: which need to be traced, in which order, and what became of
each. Records appear under their names whole or not at all; the index beside them lets the next run
go on from there (Index.lean).
-/
import Sensei.Core.Say
import Sensei.Core.Text
import Sensei.Trace.Index
import Sensei.Trace.Project
import Sensei.Trace.Workers

namespace Sensei.Trace
open Lean System

/-- What a run works with. -/
structure Plan where
  root : FilePath
  out : FilePath
  /-- Every module of the project; those that are traced are among them. -/
  project : Array ModuleFile
  /-- Where compiled modules are looked for. -/
  oleanFolders : List FilePath
  /-- The folder of the Lean that traces. -/
  sysroot : FilePath
  /-- The command that a worker's arguments are appended to. -/
  worker : Array String
  kind : String
  /-- Whether good records are made again. -/
  force : Bool
  /-- Whether progress is told as JSON on stdout, not as lines on stderr. -/
  events : Bool
  jobs : Nat
  /-- Of each worker. -/
  threads : Nat
  limits : WorkerLimits
  /-- Told of each record that is in its place, once. -/
  onRecord : FilePath → IO Unit := fun _ => pure ()

/-- What a module is made from. -/
private structure Facts where
  source : String
  imports : List Name

/-- A run at a moment. -/
private structure Run where
  plan : Plan
  pid : UInt32
  outside : Outside
  total : Nat
  done : IO.Ref (Nat × Nat × Nat)
  facts : IO.Ref (Std.HashMap Name (Option Facts))
  setups : IO.Ref (List (Name × Setup))
  entries : IO.Ref (Std.HashMap String Entry)
  /-- What modules offer to those that import them: nothing yet while they or their imports are not
  finished, and `none` if it is not known, since one of them failed. -/
  offers : IO.Ref (Std.HashMap Name (Option String))
  /-- Finished modules and the hashes of their interfaces, which wait for their imports' offers. -/
  undecided : IO.Ref (List (ModuleFile × Option String))
  /-- Finished modules with the hashes of their records, whose keys wait for their imports. -/
  unkeyed : IO.Ref (List (ModuleFile × String))

private def nameText (module : ModuleFile) : String :=
  module.module.toString (escape := false)

private def Run.recordPath (run : Run) (module : ModuleFile) : FilePath :=
  run.plan.out / (nameText module ++ ".json")

private def Run.partPath (run : Run) (module : ModuleFile) : FilePath :=
  run.plan.out / s!"{nameText module}.json.{run.pid}.part"

private def inTheWay (path : FilePath) (why : String) : IO.Error :=
  IO.userError s!"cannot write {path}: {why}; move it away, or give another --out"

/-- Renames a finished file into its place, over what was there. Fails if that is no file. -/
private def putInPlace (part path : FilePath) : IO Unit := do
  try
    IO.FS.rename part path
  catch error =>
    if ← part.pathExists then IO.FS.removeFile part
    throw (inTheWay path (if ← path.isDir then "it is a folder" else oneLine error))

private def Run.factsOf (run : Run) (module : ModuleFile) : IO (Option Facts) := do
  if let some known := (← run.facts.get)[module.module]? then return known
  let facts? ← match ← (IO.FS.readFile module.path).toBaseIO with
    | .error _ => pure none
    | .ok source => do
      pure (some { source, imports := ← importsOf module.path source : Facts })
  run.facts.modify (·.insert module.module facts?)
  return facts?

/-- Libraries have one set of options for all of their modules, so Lake is asked once for each. -/
private def Run.setupOf (run : Run) (module : ModuleFile) : IO Setup := do
  let library := module.module.getRoot
  if let some known := (← run.setups.get).lookup library then return known
  match ← setup? run.plan.root module.path with
  | some found =>
    run.setups.modify ((library, found) :: ·)
    return found
  | none => return {}

private def Run.isOfProject (run : Run) (module : Name) : Bool :=
  run.plan.project.any (·.module == module)

/-- What the imports of a module offer. -/
private inductive Offers where
  | notYet
  | unknown
  | known (texts : List String)

private def Run.offersOf (run : Run) (facts : Facts) : IO Offers := do
  let mut found := []
  let mut isUnknown := false
  for module in facts.imports do
    if run.isOfProject module then
      match (← run.offers.get)[module]? with
      | none => return .notYet
      | some none => isUnknown := true
      | some (some offer) => found := offer :: found
    else
      found := (← run.outside.hashOf module) :: found
  return if isUnknown then .unknown else .known found

private def Run.keyOf (run : Run) (module : ModuleFile) (facts : Facts) (offers : List String) :
    IO String := do
  let setup ← run.setupOf module
  return hashOf <|
    [Lean.versionString, Lean.githash, run.plan.sysroot.toString, tracerVersion,
      toString formatVersion, run.plan.kind, module.file, facts.source, setup.options.compress,
      ",".intercalate setup.plugins] ++ offers

/-- What the driver needs of a record. -/
private structure Summary where
  failure? : Option (String × String)
  interface? : Option String
  source? : Option String
  hash : String

private def summaryOf (path : FilePath) : IO Summary := do
  let text ← IO.FS.readFile path
  let record ← ofExcept (Json.parse text)
  let failure? ← match record.getObjVal? "failure" with
    | .error _ => pure none
    | .ok failure => do
      pure (some (← ofExcept (failure.getObjValAs? String "reason"),
        ← ofExcept (failure.getObjValAs? String "message")))
  let field? (name : String) : Option String := do
    let module ← (record.getObjVal? "module").toOption
    (module.getObjValAs? String name).toOption
  return { failure?, interface? := field? "interfaceHash", source? := field? "source",
           hash := hashOf [text] }

/-- Does to each of a list what can be done by now and keeps the others, until nothing can. Each
round but the last takes one from the list. -/
private def untilNone (list : IO.Ref (List α)) (isDone : α → IO Bool) : IO Unit := do
  for _ in [0 : (← list.get).length + 1] do
    let waiting ← list.get
    let still ← waiting.filterM fun item => return !(← isDone item)
    list.set still
    if still.length == waiting.length then break

private def Run.decideOffer (run : Run) (module : ModuleFile) (interface? : Option String) :
    IO Bool := do
  let decide (offer? : Option String) : IO Bool := do
    run.offers.modify (·.insert module.module offer?)
    return true
  let some interface := interface? | decide none
  let some facts ← run.factsOf module | decide none
  match ← run.offersOf facts with
  | .notYet => return false
  | .unknown => decide none
  | .known offers => decide (some (hashOf (interface :: offers)))

private def Run.writeKey (run : Run) (module : ModuleFile) (record : String) : IO Bool := do
  let some facts ← run.factsOf module | return true
  match ← run.offersOf facts with
  | .notYet => return false
  | .unknown => return true
  | .known offers =>
    let entry : Entry := { key := ← run.keyOf module facts offers, record }
    run.entries.modify (·.insert (nameText module) entry)
    let file ← IO.FS.Handle.mk (run.plan.out / indexName) .append
    file.putStr (entry.line (nameText module))
    return true

/-- Takes note that a module is finished. -/
private def Run.offer (run : Run) (module : ModuleFile) (interface? : Option String) : IO Unit := do
  run.undecided.modify ((module, interface?) :: ·)
  untilNone run.undecided fun (module, interface?) => run.decideOffer module interface?
  untilNone run.unkeyed fun (module, record) => run.writeKey module record

private def Run.tell (run : Run) (module : ModuleFile) (summary : Summary) (milliseconds : Nat)
    (peakRssBytes : Nat) (reused : Bool) : IO Unit := do
  run.plan.onRecord (run.recordPath module)
  let isFailure := summary.failure?.isSome
  run.done.modify fun (n, failed, kept) =>
    (n + 1, failed + (if isFailure then 1 else 0), kept + (if reused then 1 else 0))
  let (n, _, _) ← run.done.get
  if run.plan.events then
    let failure : List (String × Json) := match summary.failure? with
      | none => []
      | some (reason, message) => [("reason", toJson reason), ("message", toJson message)]
    answer <| Json.mkObj <|
      [("event", toJson "module"), ("module", toJson (nameText module)), ("done", toJson n),
        ("total", toJson run.total), ("seconds", seconds milliseconds),
        ("peakRssBytes", toJson peakRssBytes), ("reused", toJson reused)] ++ failure
  else
    let count := s!"[{n}/{run.total}]"
    match summary.failure? with
    | none =>
      let how := if reused then "as before" else s!"{(seconds milliseconds).compress} s"
      say s!"{count} {module.module} {how}"
    | some (reason, message) => say s!"{count} {module.module} FAILED {reason}: {message}"

private def failureOf (module : ModuleFile) (how : Ended) : Failure :=
  let lastLine := ((how.stderr.splitOn "\n").filter (trimmed · != "")).getLastD ""
  let code := how.exitCode?.getD (-9)
  let message := match how.reason with
    | "timeout" => s!"still running after {how.milliseconds / 1000} s"
    | "out_of_memory" => s!"grew to {how.peakRssBytes / 1048576} MiB"
    | _ =>
      let end_ := if code < 0 then s!"signal {-code} ended the worker"
        else if code == 0 then "the worker ended by itself and left no record"
        else s!"the worker ended with exit code {code}"
      if lastLine.isEmpty then end_ else s!"{end_}: {shortened lastLine 300}"
  let reason := if how.exitCode?.isSome then "crash" else how.reason
  { name := module.module.toString, file := module.file, exitCode := code, reason, message,
    milliseconds := how.milliseconds, peakRssBytes := how.peakRssBytes }

/-- Takes what a worker left, or writes why it left nothing. -/
private def Run.ended (run : Run) (module : ModuleFile) (how : Ended) : IO Unit := do
  let part := run.partPath module
  let isWhole := how.exitCode? == some 0 && (← part.pathExists)
  if !isWhole then
    let record := Json.mkObj [("failure", (failureOf module how).json)]
    IO.FS.writeFile part (record.compress ++ "\n")
  putInPlace part (run.recordPath module)
  let summary ← summaryOf (run.recordPath module)
  run.entries.modify (·.erase (nameText module))
  -- What a limit or the machine ended is tried again by the next run.
  if isWhole && summary.interface?.isSome then
    run.unkeyed.modify ((module, summary.hash) :: ·)
  run.offer module summary.interface?
  run.tell module summary how.milliseconds how.peakRssBytes (reused := false)

private def Run.command (run : Run) (module : ModuleFile) : IO (Array String) := do
  let setup ← run.setupOf module
  let roots := run.plan.project.foldl (init := #[]) fun roots m =>
    if roots.contains m.module.getRoot then roots else roots.push m.module.getRoot
  return run.plan.worker ++ #["--tied", "--module", nameText module,
    "--file", module.path.toString, "--relative", module.file,
    "--options", setup.options.compress, "--kind", run.plan.kind,
    "--threads", toString run.plan.threads,
    "--roots", ",".intercalate (roots.toList.map Name.toString),
    "--out", (run.partPath module).toString] ++
    (setup.plugins.flatMap fun plugin => ["--plugin", plugin]).toArray

/-- Whether the record of a module is as a new one would be; `none` while that is not known. -/
private def Run.isGood (run : Run) (module : ModuleFile) : IO (Option Bool) := do
  let some entry := (← run.entries.get)[nameText module]? | return some false
  let some facts ← run.factsOf module | return some false
  match ← run.offersOf facts with
  | .notYet => return none
  | .unknown => return some false
  | .known offers => return some ((← run.keyOf module facts offers) == entry.key)

private def Run.next (run : Run) (isStuck : Bool) (module : ModuleFile) : IO Next := do
  let good? ← if run.plan.force || isStuck then pure (some false) else run.isGood module
  match good? with
  | none => return .later
  | some false => return .run (← run.command module)
  | some true =>
    let some entry := (← run.entries.get)[nameText module]? | return .run (← run.command module)
    match ← (summaryOf (run.recordPath module)).toBaseIO with
    | .error _ => return .run (← run.command module)
    | .ok summary =>
      if summary.hash != entry.record then return .run (← run.command module)
      run.offer module summary.interface?
      run.tell module summary 0 0 (reused := true)
      return .finished

/-- What the modules of the project that are not part of this run offer, from their records. -/
private def Run.offerOthers (run : Run) (others : Array ModuleFile) : IO Unit := do
  for module in others do
    let interface? ← match ← (summaryOf (run.recordPath module)).toBaseIO with
      | .error _ => pure none
      | .ok summary => do
        let source? := (← run.factsOf module).map (·.source)
        pure (if source? == summary.source? then summary.interface? else none)
    run.offer module interface?

/-- Modules in an order in which imports come first. `depth` bounds the recursion by their
number. -/
private def Run.withImports (run : Run) (depth : Nat) (module : ModuleFile)
    (order : Array ModuleFile) : IO (Array ModuleFile) := do
  match depth with
  | 0 => return order
  | depth + 1 =>
    if order.any (·.module == module.module) then return order
    let mut order := order
    let some facts ← run.factsOf module | return order.push module
    for imported in facts.imports do
      if let some file := run.plan.project.find? (·.module == imported) then
        order ← run.withImports depth file order
    if order.any (·.module == module.module) then return order
    return order.push module

/-- The longest files first: one that came last would be worked on alone. -/
private def Run.longestFirst (run : Run) (modules : Array ModuleFile) : IO (Array ModuleFile) := do
  let sized ← modules.mapM fun module => do
    return (((← run.factsOf module).map (·.source.utf8ByteSize)).getD 0, module)
  -- By name where they are alike, so that the order is always the same.
  let sorted := sized.qsort fun (size, module) (other, otherModule) =>
    other < size || (other == size && nameText module < nameText otherModule)
  return sorted.map (·.2)

/-- What a run did. -/
structure Outcome where
  failed : Nat
  reused : Nat

/-- Traces `modules`, which are of the project, into the plan's folder. -/
def runPlan (plan : Plan) (modules : Array ModuleFile) : IO Outcome := do
  let run : Run := {
    plan, total := modules.size
    pid := ← IO.Process.getPID
    outside := { folders := plan.oleanFolders, known := ← IO.mkRef {} }
    done := ← IO.mkRef (0, 0, 0), facts := ← IO.mkRef {}, setups := ← IO.mkRef []
    entries := ← IO.mkRef (← readIndex plan.out), offers := ← IO.mkRef {}
    undecided := ← IO.mkRef [], unkeyed := ← IO.mkRef [] }
  if ← (plan.out / indexName).isDir then throw (inTheWay (plan.out / indexName) "it is a folder")
  let mut order : Array ModuleFile := #[]
  for module in plan.project do
    order ← run.withImports (plan.project.size + 1) module order
  let (asked, others) := order.toList.partition fun m => modules.any (·.module == m.module)
  run.offerOthers others.toArray
  if plan.events then
    answer <| Json.mkObj
      [("event", toJson "start"), ("total", toJson modules.size), ("jobs", toJson plan.jobs)]
  runWorkers plan.jobs plan.limits (← run.longestFirst asked.toArray) run.next run.ended
  let entries ← run.entries.get
  let lines := plan.project.filterMap fun m =>
    (entries[nameText m]?).map fun entry => entry.line (nameText m)
  let part : FilePath := plan.out / s!"{indexName}.{run.pid}.part"
  IO.FS.writeFile part ("".intercalate lines.toList)
  putInPlace part (plan.out / indexName)
  let (_, failed, reused) ← run.done.get
  return { failed, reused }

end Sensei.Trace
