/-
Texts: trimming and shortening. Written on lists of characters, so that it does not depend on which
string API the Lean at hand has (`String.trim` became `trimAscii`, `take` a slice).
-/


namespace Sensei

/-- The text without white space at its ends. -/
def trimmed (text : String) : String :=
  let fromStart := text.toList.dropWhile Char.isWhitespace
  String.ofList (fromStart.reverse.dropWhile Char.isWhitespace).reverse

/-- The text, or its first `count` characters and an ellipsis. -/
def shortened (text : String) (count : Nat) : String :=
  let chars := text.toList
  if chars.length ≤ count then text else String.ofList (chars.take count) ++ "…"

/-- The lines of a text in one, each trimmed. -/
def onOneLine (text : String) : String :=
  " ".intercalate ((text.splitOn "\n").map trimmed)

/-- The text with its later lines moved to the column where the first one will stand. -/
def indented (text : String) (column : Nat) : String :=
  ("\n" ++ "".pushn ' ' column).intercalate (text.splitOn "\n")

/-- The first line of a text. -/
def firstLine (text : String) : String := (text.splitOn "\n").headD ""

end Sensei
