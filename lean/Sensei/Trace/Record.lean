/-
The tracer's records, and their JSON: proto3 JSON of proto/sensei/v1/trace.proto.

Byte offsets count the file as it is on disk, CRLF as two bytes; Lean reads CRLF as LF, so that
`Places` converts.
-/
import Lean.Data.Json
import Lean.Data.Position

namespace Sensei.Trace
open Lean

/-- Version of the record format; a reader refuses a greater one. -/
def formatVersion : Nat := 1

/-- Version of this tracer. -/
def tracerVersion : String := "0.1.0"

/-- A part of a source file, in positions of Lean's LF text. -/
structure Span where
  start : String.Pos.Raw
  stop : String.Pos.Raw
  deriving BEq, Hashable

/-- Converts positions of Lean's LF text into those of the file on disk. -/
structure Places where
  fileMap : FileMap
  /-- Whether line ends on disk are CRLF. Mixed files count by line. -/
  crlfLines : Array Bool

/-- Looks at the file on disk. -/
def Places.ofDisk (fileMap : FileMap) (onDisk : String) : Places :=
  let lines := onDisk.splitOn "\n"
  { fileMap, crlfLines := (lines.map (·.endsWith "\r")).toArray }

/-- Number of lines ending in CRLF before each line (from 0). -/
private def Places.carriageReturnsBefore (places : Places) (line : Nat) : Nat :=
  (places.crlfLines.extract 0 line).foldl (fun n crlf => if crlf then n + 1 else n) 0

private def number (n : Nat) : Json := toJson n

/-- Milliseconds as a number of seconds. -/
def seconds (milliseconds : Nat) : Json := .num { mantissa := milliseconds, exponent := 3 }

/-- A `Range` message. -/
def Places.range (places : Places) (span : Span) : Json :=
  let start := places.fileMap.toPosition span.start
  let stop := places.fileMap.toPosition span.stop
  let byte (pos : String.Pos.Raw) (line : Nat) : Nat :=
    pos.byteIdx + places.carriageReturnsBefore (line - 1)
  Json.mkObj
    [("startByte", number (byte span.start start.line)),
      ("endByte", number (byte span.stop stop.line)),
      ("startLine", number start.line), ("startColumn", number start.column),
      ("endLine", number stop.line), ("endColumn", number stop.column)]

/-- The text of a span. -/
def Places.text (places : Places) (span : Span) : String :=
  String.Pos.Raw.extract places.fileMap.source span.start span.stop

/-- The span that a node takes in the source itself; none for what a macro made. -/
def spanOf? (stx : Syntax) : Option Span :=
  match stx.getHeadInfo, stx.getTailInfo with
  | .original _ start _ _, .original _ _ _ stop => some { start, stop }
  | _, _ => none

/-- A goal of the goals table. -/
structure GoalKey where
  mvarId : String
  pretty : String
  deriving BEq, Hashable

/-- A tactic as found in the info tree. Goals are indices into the module's table. -/
structure Step where
  parent : Option Nat
  declaration : String
  span : Span
  kind : Name
  elaborator : Name
  before : Array Nat
  after : Array Nat

/-- A constant resolved in the source. -/
structure PremiseUse where
  name : Name
  span : Span
  declaration : String
  step : Option Nat

/-- A `Step` message. -/
def Step.json (places : Places) (id : Nat) (step : Step) : Json :=
  Json.mkObj
    [("id", number id),
      ("parent", match step.parent with | some p => number p | none => toJson (-1 : Int)),
      ("declaration", step.declaration), ("text", places.text step.span),
      ("range", places.range step.span), ("kind", step.kind.toString),
      ("elaborator", step.elaborator.toString), ("goalsBefore", toJson step.before),
      ("goalsAfter", toJson step.after)]

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
