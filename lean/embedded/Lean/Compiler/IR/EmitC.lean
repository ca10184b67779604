prelude
import Init.Programs
/-
A program as C, for where there is a compiler of C and no `leanc`.

What a program reaches is put into one file: each definition that has code, and for each that is
bound to Lean's own library a call of that. Definitions are called `f_` (functions), `c_` (constants,
which `i_` computes) and their mangled names, so that none meets Lean's compiled one of the same name;
`e_` calls a function of Lean's library, `p_` is one as a closure has it. `lean/embedded/c/runtime.h`
is what the code is written against. Which symbols Lean's library has, whoever compiles the file says:
`IS_symbol` is to be defined for those of the names in it that are there.

Lean's library is called as the interpreter calls it: the `___boxed` form where there is one, whose
arguments are objects that it consumes. Leaves out modules, `@[export]` of what has code, and
`initialize`: a program that reaches such a declaration is refused.
-/
import Lean.Compiler.IR.Basic

namespace Lean.IR.EmitC

private abbrev Emit := StateT (Array String) (Except String)

private def emit (text : String) : Emit Unit := modify (·.push text)

private def cType : IRType → String
  | .float => "double"
  | .float32 => "float"
  | .uint8 => "uint8_t"
  | .uint16 => "uint16_t"
  | .uint32 => "uint32_t"
  | .uint64 => "uint64_t"
  | .usize => "size_t"
  | _ => "obj"

private def isScalar (type : IRType) : Bool := cType type != "obj"

private def var (x : VarId) : String := s!"x{x.idx}"
private def arg : Arg → String
  | .var x => var x
  | .erased => "box(0)"
private def args (ys : Array Arg) : String := ", ".intercalate (ys.toList.map arg)

private def boxed (type : IRType) (x : String) : String :=
  if isScalar type then s!"box_{cType type}({x})" else x

private def unboxed (type : IRType) (x : String) : String :=
  if isScalar type then s!"unbox_{cType type}({x})" else x

private def mangled (name : Name) : String := name.mangle ""
private def functionName (name : Name) : String := "f_" ++ mangled name
private def constantName (name : Name) : String := "c_" ++ mangled name

/-- Closures with more arguments than this take them in an array. -/
private def mostArguments : Nat := 16

private def takesArray (name : Name) (params : Array Param) : Bool :=
  params.size > mostArguments && name.getString! == "_boxed"

private def cString (text : String) : String := Id.run do
  let mut out := "\""
  for byte in text.toUTF8.toList do
    let n := byte.toNat
    -- Not `"`, `\` and `?`, which may begin something; a hexadecimal escape would go on with the digits
    -- after it.
    let isPlain := n ≥ 32 && n < 127 && n != 34 && n != 92 && n != 63
    out := out ++ if isPlain then String.singleton (Char.ofNat n) else
      "\\" ++ String.ofList ([n / 64, n / 8 % 8, n % 8].map Nat.digitChar)
  return out ++ "\""

private def setFields (z : String) (ys : Array Arg) : Emit Unit := do
  for i in [0 : ys.size] do
    emit s!"set({z}, {i}, {arg ys[i]!});"

private def alloc (i : CtorInfo) : String :=
  s!"alloc_ctor({i.cidx}, {i.size}, {8 * i.usize + i.ssize})"

private def call (find : Name → Option Decl) (c : Name) (ys : Array Arg) : Except String String := do
  let some decl := find c | throw s!"{c} has no code"
  let (params, isExtern) := match decl with
    | .fdecl _ params .. => (params, false)
    | .extern _ params .. => (params, true)
  if params.isEmpty then return constantName c
  if takesArray c params then throw s!"{c} is called with an array"
  return if isExtern then s!"e_{mangled c}({args ys})" else s!"{functionName c}({args ys})"

private def emitValue (find : Name → Option Decl) (z : String) (type : IRType) : IR.Expr → Emit Unit
  | .ctor i ys => do
    if isScalar type then emit s!"{z} = {i.cidx};"
    else if i.size == 0 && i.usize == 0 && i.ssize == 0 then emit s!"{z} = box({i.cidx});"
    else
      emit s!"{z} = {alloc i};"
      setFields z ys
  | .reset n x => do
    emit s!"if (is_exclusive({var x})) \{"
    for i in [0 : n] do emit s!"release({var x}, {i});"
    emit s!"{z} = {var x}; } else \{ dec_ref({var x}); {z} = box(0); }"
  | .reuse x i updates ys => do
    emit s!"if (is_scalar({var x})) {z} = {alloc i}; else \{ {z} = {var x};"
    if updates then emit s!"set_tag({z}, {i.cidx});"
    emit "}"
    setFields z ys
  | .proj i x => emit s!"{z} = get({var x}, {i});"
  | .uproj i x => emit s!"{z} = SCALAR(size_t, {var x}, {i}, 0);"
  | .sproj n offset x => emit s!"{z} = SCALAR({cType type}, {var x}, {n}, {offset});"
  | .fap c ys => do emit s!"{z} = {← call find c ys};"
  | .pap c ys => do
    let some decl := find c | throw s!"{c} has no code"
    let (arity, name) := match decl with
      | .fdecl _ params .. => (params.size, functionName c)
      | .extern _ params .. => (params.size, "p_" ++ mangled c)
    emit s!"{z} = alloc_closure((void*){name}, {arity}, {ys.size});"
    for i in [0 : ys.size] do
      emit s!"set_fixed({z}, {i}, {arg ys[i]!});"
  | .ap x ys => do
    if ys.size > mostArguments then
      emit s!"\{ obj all[] = \{{args ys}}; {z} = lean_apply_m({var x}, {ys.size}, all); }"
    else emit s!"{z} = lean_apply_{ys.size}({var x}, {args ys});"
  | .box type x => emit s!"{z} = {boxed type (var x)};"
  | .unbox x => emit s!"{z} = {unboxed type (var x)};"
  | .lit (.num n) =>
    if isScalar type then emit s!"{z} = {n}ull;"
    else if n < 9223372036854775808 then emit s!"{z} = box({n}ull);"
    else emit s!"{z} = lean_cstr_to_nat(\"{n}\");"
  | .lit (.str text) =>
    emit s!"{z} = lean_mk_string_unchecked({cString text}, {text.utf8ByteSize}, {text.length});"
  | .isShared x => emit s!"{z} = !is_exclusive({var x});"

/-- All that a body declares, and the parameters of its join points. -/
private partial def locals (body : FnBody) (vars : Array (VarId × IRType))
    (joins : List (Nat × Array Param)) : Array (VarId × IRType) × List (Nat × Array Param) :=
  match body with
  | .vdecl x type _ b => locals b (vars.push (x, type)) joins
  | .jdecl j xs v b =>
    let vars := vars ++ xs.map fun p => (p.x, p.ty)
    let (vars, joins) := locals v vars ((j.idx, xs) :: joins)
    locals b vars joins
  | .set _ _ _ b | .setTag _ _ b | .uset _ _ _ b | .sset _ _ _ _ _ b | .inc _ _ _ _ b
  | .dec _ _ _ _ b | .del _ b => locals b vars joins
  | .case _ _ _ alts => Id.run do
    let mut all := (vars, joins)
    for alt in alts do
      let b := match alt with | .ctor _ b => b | .default b => b
      all := locals b all.1 all.2
    return all
  | .ret _ | .jmp .. | .unreachable => (vars, joins)

/-- A function while its body is written. -/
private structure Within where
  find : Name → Option Decl
  name : Name
  params : Array Param
  joins : List (Nat × Array Param)

private def assign (params : Array Param) (ys : Array Arg) : Emit Unit := do
  -- In two goes: an argument may be a parameter that is assigned to.
  emit "{"
  for i in [0 : params.size] do
    emit s!"{cType params[i]!.ty} t{i} = {arg ys[i]!};"
  for i in [0 : params.size] do
    emit s!"{var params[i]!.x} = t{i};"
  emit "}"

private partial def emitBody (w : Within) : FnBody → Emit Unit
  | .vdecl x type e b => do
    if let (.fap c ys, .ret (.var y)) := (e, b) then
      if c == w.name && y.idx == x.idx && !w.params.isEmpty then
        assign w.params ys
        emit "goto again;"
        return
    emitValue w.find (var x) type e
    emitBody w b
  | .jdecl j _ v b => do
    emitBody w b
    emit s!"j{j.idx}:;"
    emitBody w v
  | .set x i y b => do
    emit s!"set({var x}, {i}, {arg y});"
    emitBody w b
  | .setTag x i b => do
    emit s!"set_tag({var x}, {i});"
    emitBody w b
  | .uset x i y b => do
    emit s!"SCALAR(size_t, {var x}, {i}, 0) = {var y};"
    emitBody w b
  | .sset x i offset y type b => do
    emit s!"SCALAR({cType type}, {var x}, {i}, {offset}) = {var y};"
    emitBody w b
  | .inc x n checks _ b => do
    emit (if checks then s!"inc({var x}, {n});" else s!"inc_ref({var x}, {n});")
    emitBody w b
  | .dec x _ checks _ b => do
    emit (if checks then s!"dec({var x});" else s!"dec_ref({var x});")
    emitBody w b
  | .del x b => do
    emit s!"del({var x});"
    emitBody w b
  | .case _ x type alts => do
    emit s!"switch ({if isScalar type then var x else s!"tag({var x})"}) \{"
    let mut left := alts.size
    for alt in alts do
      left := left - 1
      match alt with
      | .ctor i b =>
        -- The last one needs no test, and C sees that no other way is left.
        emit (if left == 0 then "default: {" else s!"case {i.cidx}: \{")
        emitBody w b
      | .default b =>
        emit "default: {"
        emitBody w b
      emit "}"
    emit "}"
  | .ret x => emit s!"return {arg x};"
  | .jmp j ys => do
    let some params := w.joins.lookup j.idx | throw s!"{w.name}: no join point {j.idx}"
    assign params ys
    emit s!"goto j{j.idx};"
  | .unreachable => emit "lean_internal_panic_unreachable();"

private def signature (params : Array Param) : String :=
  ", ".intercalate (params.toList.map fun p => s!"{cType p.ty} {var p.x}")

private def emitFunction (find : Name → Option Decl) (name : Name) (params : Array Param)
    (type : IRType) (body : FnBody) : Emit Unit := do
  let (vars, joins) := locals body #[] []
  let isConstant := params.isEmpty
  let head := if isConstant then s!"static {cType type} i_{mangled name}(void)"
    else if takesArray name params then s!"static obj {functionName name}(obj *all)"
    else s!"static {cType type} {functionName name}({signature params})"
  emit s!"{head} \{\n"
  if takesArray name params then
    for i in [0 : params.size] do
      emit s!"obj {var params[i]!.x} = all[{i}];"
  for (x, type) in vars do
    emit s!"{cType type} {var x};"
  emit "again:;\n"
  emitBody { find, name, params, joins } body
  emit "\n}\n"

/-- The way to a function of Lean's library: `e_`, as code calls it; `p_`, for closures. -/
private def emitExtern (symbol : String) (name : Name) (params : Array Param) (type : IRType) :
    Emit Unit := do
  let c := mangled name
  let isPlain := !isScalar type && params.all fun p => !isScalar p.ty && !p.borrow
  let objects := ", ".intercalate (params.toList.map fun _ => "obj")
  let types := ", ".intercalate (params.toList.map fun p => cType p.ty)
  let given := ", ".intercalate (params.toList.map fun p => boxed p.ty (var p.x))
  let incs := String.join (params.toList.filterMap fun p =>
    if p.borrow && !isScalar p.ty then some s!"inc({var p.x}, 1);" else none)
  let result := if isScalar type then s!"obj r = {symbol}___boxed({given}); {cType type} v = \
      {unboxed type "r"}; dec(r); return v;" else s!"return {symbol}___boxed({given});"
  emit s!"#ifdef IS_{symbol}___boxed\nextern obj {symbol}___boxed({objects});\n\
    static inline {cType type} e_{c}({signature params}) \{ {incs}{result} }\n\
    #define p_{c} {symbol}___boxed\n#elif defined(IS_{symbol})\n\
    extern {cType type} {symbol}({types});\n#define e_{c} {symbol}\n"
  if isPlain then emit s!"#define p_{c} {symbol}\n"
  else
    let objs := ", ".intercalate (params.toList.map fun p => s!"obj {var p.x}")
    let ins := ", ".intercalate (params.toList.map fun p => unboxed p.ty (var p.x))
    emit s!"static obj p_{c}({objs}) \{ {cType type} r = {symbol}({ins}); return {boxed type "r"}; }\n"
  emit s!"#else\n#error no {symbol}\n#endif\n"

/-- What a body refers to. -/
private partial def references (body : FnBody) (found : Array Name) : Array Name :=
  match body with
  | .vdecl _ _ (.fap c _) b | .vdecl _ _ (.pap c _) b => references b (found.push c)
  | .vdecl _ _ _ b | .set _ _ _ b | .setTag _ _ b | .uset _ _ _ b | .sset _ _ _ _ _ b
  | .inc _ _ _ _ b | .dec _ _ _ _ b | .del _ b => references b found
  | .jdecl _ _ v b => references b (references v found)
  | .case _ _ _ alts => alts.foldl (init := found) fun found alt =>
    references (match alt with | .ctor _ b => b | .default b => b) found
  | .ret _ | .jmp .. | .unreachable => found

/-- All that `root` reaches, what a declaration refers to before itself. -/
private def reached (find : Name → Option Decl) (root : Name) : Except String (Array Decl) := do
  let mut seen : NameSet := {}
  let mut order := #[]
  let mut stack : List (Name × Bool) := [(root, false)]
  -- Each declaration is entered once and left once; a name may wait for each reference.
  for _ in [0 : 100000000] do
    let (name, isLeft) :: rest := stack | break
    stack := rest
    if isLeft then
      if let some decl := find name then order := order.push decl
      continue
    if seen.contains name then continue
    seen := seen.insert name
    let some decl := find name | throw s!"{name} has no code"
    stack := (name, true) :: stack
    if let .fdecl _ _ _ body _ := decl then
      for next in references body #[] do
        unless seen.contains next do stack := (next, false) :: stack
  return order

private def emitProgram (env : Environment) (find : Name → Option Decl) (root : Name)
    (decls : Array Decl) : Emit Unit := do
  emit "#include \"runtime.h\"\n"
  for decl in decls do
    match decl with
    | .fdecl name params type _ _ =>
      if params.isEmpty then emit s!"static {cType type} {constantName name};\n"
      else if takesArray name params then emit s!"static obj {functionName name}(obj *);\n"
      else emit s!"static {cType type} {functionName name}({signature params});\n"
    | .extern name params type _ =>
      let symbol := match getExportNameFor? env name with
        | some (.str .anonymous name) => name
        | _ => name.mangle
      if params.isEmpty then
        emit s!"#ifdef IS_{symbol}\nextern {cType type} {symbol};\n\
          #define {constantName name} {symbol}\n#else\n#error no {symbol}\n#endif\n"
      else emitExtern symbol name params type
  for decl in decls do
    if let .fdecl name params type body _ := decl then
      emitFunction find name params type body
  emit "void prepare(void) {\n"
  for decl in decls do
    if let .fdecl name params type _ _ := decl then
      if params.isEmpty then
        emit s!"{constantName name} = i_{mangled name}();"
        unless isScalar type do emit s!"keep({constantName name});"
        emit "\n"
  emit "}\n"
  emit s!"obj run(obj words) \{ return {functionName root}(words, box(0)); }\n"

/-- The program whose `main` is `root : List String → IO UInt32`, as C. Fails where something that
it reaches has no code. -/
def program (env : Environment) (root : Name) : Except String String := do
  let find (name : Name) : Option Decl := findEnvDecl env name
  let decls ← reached find root
  for decl in decls do
    if let .fdecl name .. := decl then
      if hasInitAttr env name then throw s!"{name} is initialized"
  let ((), texts) ← (emitProgram env find root decls).run #[]
  return "".intercalate texts.toList

end Lean.IR.EmitC
