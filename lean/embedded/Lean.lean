/- What `import Lean` gives: the interface of Lean's own code that is declared here. -/
import Lean.Meta
import Lean.Elab
import Lean.PrettyPrinter
import Lean.DeclarationRange
import Lean.DocString
import Lean.Meta.Tactic.TryThis
