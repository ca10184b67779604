/-
A method of a service: its path and the codecs of its messages. The generated ones are in
Sensei/Wire/V1.
-/
import Sensei.Wire.Bytes

namespace Sensei.Wire

/-- A method that takes `ρ` and answers with `σ`. -/
structure Method (ρ σ : Type) where
  /-- `/package.Service/Method`. -/
  path : String
  encode : ρ → ByteArray
  decode : ByteArray → Except WireError σ
  /-- Whether it takes any number of requests. -/
  clientStreams : Bool := false
  /-- Whether it gives any number of answers. -/
  serverStreams : Bool := false

end Sensei.Wire
