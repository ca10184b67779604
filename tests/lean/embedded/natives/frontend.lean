import Lean
/-! Files, modules and environments: search paths, headers, the frontend, info trees, the kernel's
environment. Each compiled function that the other files of this folder do not call, once, with its
result looked at. -/

open Lean Elab System

def must (what : String) (holds : Bool) : IO Unit :=
  unless holds do throw (IO.userError s!"wrong: {what}")

def inFolder (act : FilePath → IO Unit) : IO Unit := do
  let folder ← IO.FS.createTempDir
  try act folder finally IO.FS.removeDirAll folder

#eval inFolder fun folder => do
  let path ← searchPathRef.get
  must "search path" ((← findOLean `Init.Core).extension == some "olean"
    && (← path.findWithExt "olean" `Init.Core).isSome
    && (← path.findModuleWithExt "olean" `No.such).isNone
    && (← addSearchPathFromEnv []).length > 0)
  IO.FS.createDirAll (folder / "A")
  IO.FS.writeFile (folder / "A" / "B.lean") ""
  must "files" ((← Lean.SearchPath.findAllWithExt [folder] "lean").size == 1
    && modToFilePath folder `A.B "lean" == folder / "A" / "B.lean"
    && (← moduleNameOfFileName (folder / "A" / "B.lean") (some folder)) == `A.B
    && (← searchModuleNameOfFileName (folder / "A" / "B.lean") [folder]) == some `A.B)
  must "sources" ((← getSrcSearchPath).length > 0)
  let sysroot ← findSysroot ((← IO.appPath).toString)
  must "sysroot" ((← (← getLibDir sysroot).isDir) && (← getBuildDir).toString.length > 0)
  initSearchPath sysroot path
  must "kept" ((← searchPathRef.get).length > path.length)
  searchPathRef.set path

def source := "import Init\n/-- Doc. -/\ntheorem t (p : Prop) (h : p) : p := by\n  exact h\n#eval 1 + 1\n"

#eval show IO Unit from do
  let (imports, position, log) ← parseImports source
  must "parseImports" (imports.any (·.module == `Init) && position.line ≥ 1 && !log.hasErrors)

unsafe def trees : IO Unit := do
  let input := Parser.mkInputContext source "T.lean"
  let (header, parser, messages) ← Parser.parseHeader input
  let whole := HeaderSyntax.toModuleHeader header
  must "header" (whole.imports.any (·.module == `Init) && !whole.isModule)
  enableInitializersExecution
  let (env, messages) ← processHeader header {} messages input (mainModule := `T)
  must "environment" (env.mainModule == `T && (env.setMainModule `U).mainModule == `U
    && (env.setExporting true).contains ``Nat)
  let command := { Command.mkState env messages with infoState := { enabled := true } }
  let start : Frontend.State :=
    { commandState := command, parserState := parser, cmdPos := parser.pos }
  let ((), one) ← (do discard Frontend.processCommand : FrontendM Unit).run { inputCtx := input } |>.run start
  must "one command" (one.commands.size == 1 && one.commandState.env.contains `t)
  let ((), all) ← Frontend.processCommands.run { inputCtx := input } |>.run start
  must "all commands" (all.commands.size == 3 && all.commandState.env.contains `t)
  let ((), again) ← (Frontend.elabCommandAtFrontend one.commands[0]!).run { inputCtx := input } |>.run start
  must "again" (again.commandState.env.contains `t)
  let infos := one.commandState.infoState.substituteLazy.get
  let some tree := infos.trees.toList.head? | throw (IO.userError "no tree")
  must "tree" ((← tree.format).pretty.length > 50)
  let rec seen (context? : Option ContextInfo) : Nat → InfoTree → IO Nat
    | 0, _ => return 0
    | fuel + 1, .context inner child => seen (inner.mergeIntoOuter? context?) fuel child
    | fuel + 1, .node info children => do
      let mut count := 0
      if let some context := context? then
        if info.toElabInfo?.isSome && (info.stx.getPos?).isSome then count := count + 1
        if let .ofTacticInfo tactic := info then
          let context := { context with mctx := tactic.mctxBefore }
          must "goals" ((← context.ppGoals tactic.goalsBefore).pretty.endsWith "⊢ p")
          must "syntax" ((← context.ppSyntax {} tactic.stx).pretty.length > 3)
          must "core" ((← context.runCoreM (return 3)) == 3)
          must "context" ((context.toPPContext info.lctx).env.contains ``Nat)
      for child in children do
        count := count + (← seen (info.updateContext? context?) fuel child)
      return count
    | _, .hole _ => return 0
  must "infos" ((← seen none 100 tree) > 5)

unsafe def files (folder : FilePath) : IO Unit := do
  enableInitializersExecution
  let olean := folder / "T.olean"
  let some env ← runFrontend source {} "T.lean" `T (oleanFileName? := some olean) (jsonOutput := true)
    | throw (IO.userError "wrong: runFrontend")
  must "compiled" (env.contains `t && (← olean.pathExists))
  writeModule env (folder / "Again.olean")
  let (content, region) ← readModuleData (folder / "Again.olean")
  must "written" (content.constNames.contains `t)
  region.free
  let few ← importModules #[{ module := `Init.Prelude }] {}
  must "few" (few.contains ``Nat && !few.contains ``Environment)
  few.freeRegions
  let empty ← mkEmptyEnvironment
  must "empty" (!empty.contains ``Nat)
  env.displayStats

#eval do
  let (said, ()) ← IO.FS.withIsolatedStreams (inFolder fun folder => unsafe files folder)
  must "said" ((said.splitOn "\"data\":\"2\"").length == 2 && (said.splitOn "modules").length > 1)

#eval unsafe trees

run_meta do
  let env ← getEnv
  let kernel := env.toKernelEnv
  must "kernel" ((kernel.find? ``Nat).isSome && (kernel.find? `no.such).isNone)
  let truth : Declaration := .thmDecl
    { name := `truth, levelParams := [], type := mkConst ``True, value := mkConst ``True.intro }
  must "added" (match kernel.addDeclCore 0 1000 truth none with
    | .ok more => (more.find? `truth).isSome && (Environment.ofKernelEnv more).contains `truth
    | .error _ => false)
  must "elaborators" ((Tactic.tacticElabAttribute.getValues env ``Parser.Tactic.intro).length > 0
    && (Command.commandElabAttribute.getValues env ``Parser.Command.declaration).length > 0)
  let leaf : Language.SnapshotTree := { element := default, children := #[] }
  let tree : Language.SnapshotTree := { leaf with children :=
    #[{ stx? := none, reportingRange := .inherit, cancelTk? := none, task := .pure leaf }] }
  must "snapshots" (tree.getAll.size == 2)
  let () := (← tree.waitAll).get
  must "message" ((← (MessageData.ofConst (mkConst ``Nat)).format : Std.Format).pretty.length > 2)

run_meta do
  let module : TSyntax ``Parser.Module.module := ⟨mkNode ``Parser.Module.module
    #[mkNode ``Parser.Module.header #[mkNullNode, mkNullNode, mkNullNode, mkNullNode],
      mkNullNode #[← `(command| def x := 1)]]⟩
  must "module" (((← PrettyPrinter.ppModule module).pretty.splitOn "def").length == 2)

elab "logging" : command => do
  Command.withLoggingExceptions (throwError "logged")
  modify fun s => { s with messages := {} }

logging
