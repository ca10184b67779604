import Lean
/-! Messages, exceptions, options, JSON and the monad under the elaborator: each compiled function
that the other files of this folder do not call, once, with its result looked at. -/

open Lean

def must (what : String) (holds : Bool) : IO Unit :=
  unless holds do throw (IO.userError s!"wrong: {what}")

def text (message : MessageData) : BaseIO String := message.toString

#eval show IO Unit from do
  let number : JsonNumber := ⟨1500, 2⟩
  must "numbers" (number.toString == "15.00" || number.toString == "15.0" || number.toString == "15")
  must "normal" (number.normalize == (1, 15, 2) || number.normalize.1 == 1)
  must "render" ((Json.mkObj [("a", .arr #[1])]).render.pretty.length > 5)
  let tagged := Json.mkObj [("line", .arr #[1, 2])]
  must "tagged" ((tagged.parseTagged "line" 2 none).toOption.map (·.size) == some 2
    && (tagged.parseTagged "other" 2 none).toOption.isNone)

#eval show IO Unit from do
  let setup : ModuleSetup := { name := `A.b, imports? := some #[{ module := `Init }] }
  let json := toJson setup
  must "setup" ((fromJson? (α := ModuleSetup) json).toOption.map (·.name) == some `A.b)
  let file ← IO.FS.createTempFile
  IO.FS.writeFile file.2 json.compress
  must "load" ((← ModuleSetup.load file.2).name == `A.b)
  IO.FS.removeFile file.2
  let one : Import := { module := `Init.Core, importAll := true }
  must "import" ((fromJson? (α := Import) (toJson one)).toOption.any (· == one))
  let options : LeanOptions := ⟨({} : NameMap _).insert `pp.all (.ofBool true)⟩
  must "options" (options.toOptions.getBool `pp.all
    && ((fromJson? (α := LeanOptions) (toJson options)).toOption.any (·.toOptions.getBool `pp.all)))
  must "value" ((LeanOptionValue.ofNat 3).toDataValue matches .ofNat 3)

#eval show IO Unit from do
  let message : Message := { fileName := "f", pos := ⟨1, 2⟩, severity := .warning, data := "careful" }
  let serial ← (message.serialize : BaseIO SerialMessage)
  must "serial" ((fromJson? (α := SerialMessage) (toJson serial)).toOption.any (·.data == "careful"))
  must "severity" ((fromJson? (α := MessageSeverity) (toJson MessageSeverity.error)).toOption.any (· == .error))
  must "position" (mkErrorStringWithPos "f" ⟨1, 2⟩ "m" == "f:1:2: m")
  let log := ({} : MessageLog).add message
  let both := log.append log
  must "log" (both.toList.length == 2 && !both.markAllReported.hasUnreported
    && !(log.add { message with severity := .error }).errorsToWarnings.hasErrors)
  let kept ← (Language.Snapshot.Diagnostics.ofMessageLog log : BaseIO _)
  must "diagnostics" (kept.msgLog.toList.length == 1)

#eval show IO Unit from do
  must "brackets" ((← text (MessageData.bracket "<" "x" ">")) == "<x>" && (← text (.sbracket "x")) == "[x]")
  must "lists" ((← text (.joinSep ["a", "b"] ", ")) == "a, b" && (← text (.ofArray #["a", "b"])) == "[a, b]")
  must "advice" ((← text (.note "n")).length > 1 && (← text (.hint' "h")).length > 1)
  must "levels" ((← text (.ofLevel (.succ .zero))) == "1" && (← text (.ofSyntax (mkIdent `x))) == "`x")
  must "constants" ((← text (.ofConstName `no.such.name)) == "no.such.name")
  must "format" ((← (MessageData.format "plain" none : BaseIO Std.Format)).pretty == "plain")
  must "tags" (MessageData.hasTag (· == `t) (.tagged `t "x") && !MessageData.hasTag (· == `u) "x"
    && !MessageData.hasSyntheticSorry "x")

run_meta do
  must "constant" ((← text (← addMessageContext (.ofConst (mkConst ``Nat)))) == "Nat")
  let errors : List (Exception × Bool) := [(.error .missing "e", false), (.internal interruptExceptionId, true)]
  for (error, interrupts) in errors do
    must "kinds" (error.isInterrupt == interrupts && !error.isMaxRecDepth && !error.isMaxHeartbeat
      && (!error.isRuntime || interrupts) && !error.hasSyntheticSorry && error.getRef.isMissing)
  must "named" ((← interruptExceptionId.getName) == `interrupt)
  must "elaborator's" (Elab.isAbortExceptionId Elab.abortCommandExceptionId
    && Elab.isAbortExceptionId Elab.abortTermExceptionId
    && Elab.isAbortExceptionId Elab.abortTacticExceptionId
    && !Elab.isAbortExceptionId Elab.postponeExceptionId
    && Elab.autoBoundImplicitExceptionId != Elab.postponeExceptionId)
  must "options" (debug.skipKernelTC.get {} == false && diagnostics.get {} == false)

initialize
  registerOption `test.natives { name := `test.natives, declName := `test.natives, defValue := .ofNat 3, descr := "for a test" }
  let id ← registerInternalExceptionId `natives
  must "registered" ((← id.getName) == `natives)
  registerTraceClass `test.natives

#eval show IO Unit from do
  try registerOption `late { name := `late, declName := `late, defValue := .ofNat 3 } catch _ => pure ()
  try discard <| registerInternalExceptionId `late catch _ => pure ()
  try registerTraceClass `late catch _ => pure ()

run_meta do
  let context ← readThe Core.Context
  let state ← getThe Core.State
  let core : CoreM Nat := do logInfo "heard"; return 3
  must "run" ((← core.run context state).1 == 3 && (← core.run' context state) == 3)
  must "toIO" ((← core.toIO' context state) == 3)
  let heard : CoreM Nat := do
    logInfo "heard"
    return (← Core.getAndEmptyMessageLog).toList.length
  must "emptied" ((← heard.run' context { state with messages := {} }) == 1)
  let caught : CoreM Nat := Core.tryCatchRuntimeEx (throwError "no") fun _ => return 4
  must "caught" ((← caught.run' context state) == 4)
  let message ← (addMessageContext m!"{mkConst ``Nat}" : CoreM MessageData)
  must "context" ((← text message) == "Nat")
  must "meta" ((← (return 5 : MetaM Nat).toIO context state).1 == 5)
  let five : DefinitionVal := { name := `natives.five, levelParams := [], type := mkConst ``Nat,
                                value := mkNatLit 5, hints := .abbrev, safety := .safe }
  addDecl (.defnDecl five)
  compileDecl (.defnDecl five)
  must "ranges" ((← findDeclarationRangesCore? ``must).isSome)

#eval show IO Unit from do
  let ages : Std.HashMap String Nat := Std.HashMap.ofList [("a", 1), ("b", 2)]
  let order : Std.TreeMap Nat String := Std.TreeMap.ofList [(1, "a"), (2, "b")]
  must "hash map" (if h : ages.contains "b" = true then ages.get "b" h == 2 else false)
  must "tree map" (if h : order.contains 2 = true then order.get 2 h == "b" else false)
