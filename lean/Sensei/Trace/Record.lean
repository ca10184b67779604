/-
The tracer's records, and their JSON: proto3 JSON of proto/sensei/v1/trace.proto.

Byte offsets count the file as it is on disk, CRLF as two bytes; Lean reads CRLF as LF, so that
`Places` converts.
-/
import Lean.Data.Json
import Lean.Data.Position
import Sensei.Core.Span

namespace Sensei.Trace
open Lean

/-- Version of the record format; a reader refuses a greater one. -/
def formatVersion : Nat := 1

/-- Version of this tracer. -/
def tracerVersion : String := "0.4.0"

/-- 16 hexadecimal digits of a hash. -/
def hexDigits (hash : UInt64) : String :=
  let digits := Nat.toDigits 16 hash.toNat
  String.ofList (List.replicate (16 - digits.length) '0' ++ digits)

/-- The hash of some texts, in order. -/
def hashOf (texts : List String) : String :=
  hexDigits (texts.foldl (fun sum text => mixHash sum (hash text)) 7)

/-- Converts positions of Lean's LF text into those of the file on disk. -/
structure Places where
  fileMap : FileMap
  /-- Number of lines ending in CRLF before each line (from 0). Mixed files count by line. -/
  carriageReturns : Array Nat

/-- Looks at the file on disk. -/
def Places.ofDisk (fileMap : FileMap) (onDisk : String) : Places := Id.run do
  if !onDisk.contains '\r' then return { fileMap, carriageReturns := #[] }
  let mut count := 0
  let mut carriageReturns := #[]
  for line in onDisk.splitOn "\n" do
    carriageReturns := carriageReturns.push count
    if line.endsWith "\r" then count := count + 1
  return { fileMap, carriageReturns }

private def number (n : Nat) : Json := toJson n

/-- Milliseconds as a number of seconds. -/
def seconds (milliseconds : Nat) : Json := .num { mantissa := milliseconds, exponent := 3 }

/-- The offset on disk of a position on a line (from 1). -/
private def Places.byte (places : Places) (position : String.Pos.Raw) (line : Nat) : Nat :=
  position.byteIdx + places.carriageReturns.getD (line - 1) 0

/-- A `Range` message. -/
def Places.range (places : Places) (span : Span) : Json :=
  let start := places.fileMap.toPosition span.start
  let stop := places.fileMap.toPosition span.stop
  Json.mkObj
    [("startByte", number (places.byte span.start start.line)),
      ("endByte", number (places.byte span.stop stop.line)),
      ("startLine", number start.line), ("startColumn", number start.column),
      ("endLine", number stop.line), ("endColumn", number stop.column)]

/-- The text of a span as it is on disk. -/
def Places.text (places : Places) (span : Span) : String :=
  let text := String.Pos.Raw.extract places.fileMap.source span.start span.stop
  if places.carriageReturns.isEmpty || !text.contains '\n' then text else
    let first := (places.fileMap.toPosition span.start).line
    let lines := (text.splitOn "\n").toArray
    let last := lines.size - 1
    "\n".intercalate <| Array.toList <| lines.mapIdx fun i line =>
      let before := places.carriageReturns.getD (first + i - 1) 0
      if i < last && before < places.carriageReturns.getD (first + i) 0 then line ++ "\r" else line

/-- A tactic as found in the info tree. Goals are indices into the module's table. -/
structure Step where
  parent : Option Nat
  declaration : String
  span : Span
  kind : Name
  elaborator : Name
  before : Array Nat
  after : Array Nat
  deriving BEq, Hashable

/-- What a step did to its goals. Goals are indices into the module's table. -/
structure Effect where
  closed : Array Nat := #[]
  opened : Array Nat := #[]
  /-- Each closed goal with the goals after the step that its assignment leaves open. -/
  links : Array (Nat × Array Nat) := #[]
  /-- Constants in the terms that it assigned, in name order. -/
  constants : Array Name := #[]

/-- A constant resolved in the source. -/
structure PremiseUse where
  name : Name
  span : Span
  declaration : String
  step : Option Nat

/-- A `Step` message. -/
def Step.json (places : Places) (constants : Std.HashMap Name Nat) (id : Nat) (step : Step)
    (effect : Effect) : Json :=
  let links := effect.links.map fun (goal, subgoals) =>
    Json.mkObj [("goal", number goal), ("subgoals", toJson subgoals)]
  Json.mkObj
    [("id", number id),
      ("parent", match step.parent with | some p => number p | none => toJson (-1 : Int)),
      ("declaration", step.declaration), ("text", places.text step.span),
      ("range", places.range step.span), ("kind", step.kind.toString),
      ("elaborator", step.elaborator.toString), ("goalsBefore", toJson step.before),
      ("goalsAfter", toJson step.after), ("closed", toJson effect.closed),
      ("opened", toJson effect.opened), ("links", Json.arr links),
      ("termConstants", toJson (effect.constants.filterMap (constants[·]?)))]

/-- A `ModuleFailure` message. -/
structure Failure where
  name : String
  file : String
  exitCode : Int
  reason : String
  message : String
  milliseconds : Nat
  peakRssBytes : Nat

/-- A `ModuleFailure` message as JSON; 64-bit numbers are strings there. -/
def Failure.json (failure : Failure) : Json :=
  Json.mkObj
    [("formatVersion", number formatVersion), ("name", failure.name), ("file", failure.file),
      ("exitCode", toJson failure.exitCode), ("reason", failure.reason),
      ("message", failure.message), ("seconds", seconds failure.milliseconds),
      ("peakRssBytes", toString failure.peakRssBytes)]

end Sensei.Trace
