/-
Sensei for Lean: what a user of the package imports. The programs (`lake exe trace`, …) import
what they need of the parts below.
-/
import Sensei.Client.Bridge
import Sensei.Client.Call
import Sensei.Client.Connect
import Sensei.Client.Feed
import Sensei.Client.H2c
import Sensei.Client.Run
import Sensei.Core.Frontend
import Sensei.Core.Command
import Sensei.Core.Declaration
import Sensei.Core.Forbidden
import Sensei.Core.Goal
import Sensei.Core.Printer
import Sensei.Core.Say
import Sensei.Core.Sidecar
import Sensei.Core.TacticText
import Sensei.Core.Text
import Sensei.Gym.Server
import Sensei.Tactic.Hooks
import Sensei.Tactic.Premises
import Sensei.Tactic.Status
import Sensei.Tactic.Suggest
import Sensei.Tactic.SuggestCommand
import Sensei.Trace.Driver
import Sensei.Trace.Module
import Sensei.Trace.Program
import Sensei.Trace.Project
import Sensei.Trace.Worker
import Sensei.Trace.Workers
import Sensei.Wire.Grpc
import Sensei.Wire.Hpack
import Sensei.Wire.Http2
import Sensei.Wire.V1.Ingest
import Sensei.Wire.V1.Run
import Sensei.Wire.V1.Search
import Sensei.Wire.V1.Status
import Sensei.Wire.V1.Tactic
import Sensei.Verify.Command
import Sensei.Verify.Compare
import Sensei.Verify.Prepare
import Sensei.Widget.SearchProof
import Sensei.Widget.SuggestPanel
