import Lake
open Lake DSL

package sensei where
  version := v!"0.1.0"
  description := "Machine help for Lean: trace, train, prove, verify"
  license := "Apache-2.0"
  srcDir := "lean"

@[default_target]
lean_lib Sensei where
  roots := #[`Sensei]

lean_exe trace where
  root := `Main.Trace
  supportInterpreter := true

lean_exe train where
  root := `Main.Train

lean_exe prove where
  root := `Main.Prove

lean_exe gym where
  root := `Main.Gym
  supportInterpreter := true

lean_exe judge where
  root := `Main.Judge
  supportInterpreter := true
