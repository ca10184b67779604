(* Serves proofs on a Unix socket: one process, forked from the one that loaded HOL Light, for each
   connection. JSON lines; server.py has the other side.

   A state is a list of goals. A tactic runs on the first of them, and what it leaves comes before
   the others; how the goals make a theorem is forgotten, since `prove` runs a whole proof again,
   and gives the theorem that the kernel made. *)

unset_jrh_lexer;;

type json =
  | Null | Bool of bool | Int of int | Real of float | Text of string
  | List of json list | Object of (string * json) list;;

exception No_json;;

let sensei_to_json value =
  let out = Buffer.create 256 in
  let text s =
    Buffer.add_char out '"';
    String.iter (function
        | '"' -> Buffer.add_string out "\\\""
        | '\\' -> Buffer.add_string out "\\\\"
        | c when Char.code c < 32 -> Buffer.add_string out (Printf.sprintf "\\u%04x" (Char.code c))
        | c -> Buffer.add_char out c) s;
    Buffer.add_char out '"' in
  let separated write = List.iteri (fun i x -> if i > 0 then Buffer.add_char out ','; write x) in
  let rec write = function
    | Null -> Buffer.add_string out "null"
    | Bool b -> Buffer.add_string out (string_of_bool b)
    | Int i -> Buffer.add_string out (string_of_int i)
    | Real r -> Buffer.add_string out (Printf.sprintf "%.6f" r)
    | Text s -> text s
    | List l -> Buffer.add_char out '['; separated write l; Buffer.add_char out ']'
    | Object l ->
      Buffer.add_char out '{';
      separated (fun (key, x) -> text key; Buffer.add_char out ':'; write x) l;
      Buffer.add_char out '}' in
  write value;
  Buffer.contents out;;

(* Python escapes nothing but what JSON demands: `\u` is a control character. *)
let sensei_of_json line =
  let at = ref 0 in
  let peek () = if !at < String.length line then line.[!at] else '\000' in
  let rec blank () = if peek () = ' ' then (incr at; blank ()) in
  let sign c = blank (); if peek () = c then incr at else raise No_json in
  let is c = blank (); peek () = c in
  let text () =
    sign '"';
    let out = Buffer.create 64 in
    let rec go () =
      let c = peek () in
      incr at;
      if !at > String.length line then raise No_json
      else if c = '"' then Buffer.contents out
      else begin
        (if c <> '\\' then Buffer.add_char out c
         else begin
           let escaped = peek () in
           incr at;
           match escaped with
           | 'n' -> Buffer.add_char out '\n'
           | 't' -> Buffer.add_char out '\t'
           | 'r' -> Buffer.add_char out '\r'
           | 'b' -> Buffer.add_char out '\b'
           | 'f' -> Buffer.add_char out '\012'
           | 'u' ->
             let code = int_of_string ("0x" ^ String.sub line !at 4) in
             at := !at + 4;
             Buffer.add_char out (Char.chr (min code 127))
           | other -> Buffer.add_char out other
         end);
        go ()
      end in
    go () in
  let rec value () =
    blank ();
    match peek () with
    | '"' -> Text (text ())
    | '[' -> incr at; List (items ']' value)
    | '{' -> incr at; Object (items '}' (fun () ->
        blank (); let key = text () in sign ':'; (key, value ())))
    | _ ->
      let start = !at in
      while (match peek () with ',' | ']' | '}' | ' ' | '\000' -> false | _ -> true) do incr at done;
      let word = String.sub line start (!at - start) in
      match word with
      | "null" -> Null
      | "true" -> Bool true
      | "false" -> Bool false
      | _ -> match int_of_string_opt word, float_of_string_opt word with
        | Some i, _ -> Int i
        | None, Some r -> Real r
        | None, None -> raise No_json
  and items : 'a. char -> (unit -> 'a) -> 'a list = fun close read ->
    if is close then (incr at; [])
    else
      let rec more found =
        let found = read () :: found in
        if is ',' then (incr at; more found) else (sign close; List.rev found) in
      more [] in
  value ();;

(* A field of the request. *)
let sensei_field request name = match request with
  | Object fields -> (try List.assoc name fields with Not_found -> Null)
  | _ -> Null;;
let sensei_text request name = match sensei_field request name with
  | Text s -> s | _ -> raise No_json;;
let sensei_int request name = match sensei_field request name with
  | Int i -> i | _ -> raise No_json;;
let sensei_seconds request = match sensei_field request "seconds" with
  | Int i -> float_of_int i | Real r -> r | _ -> raise No_json;;
let sensei_list request name = match sensei_field request name with
  | List l -> l | _ -> raise No_json;;

(* The alarm goes on ringing: code that catches every exception may catch the first. *)
exception Late;;
let sensei_armed = ref false;;
let sensei_within seconds run =
  let set it_value =
    ignore (Unix.setitimer Unix.ITIMER_REAL { Unix.it_interval = 0.05 *. it_value; it_value }) in
  Sys.set_signal Sys.sigalrm (Sys.Signal_handle (fun _ -> if !sensei_armed then raise Late));
  let disarm () = sensei_armed := false; set 0.0 in
  match sensei_armed := true; set (max 0.001 seconds); let made = run () in disarm (); made with
  | made -> made
  | exception problem -> disarm (); raise problem;;

(* Why something did not run: one of Python's kinds of failure, and what was said. *)
let sensei_failure problem =
  let kind, said = match problem with
    | Misread said -> "parse", said
    | Late -> "timeout", "it took too long"
    | Out_of_memory -> "memory", "it took too much memory"
    | Stack_overflow -> "tactic", "stack overflow"
    | Failure said -> "tactic", said
    | other -> "tactic", Printexc.to_string other in
  Object ["failure", Text kind; "message", Text said];;

(* As HOList writes them: (v TYPE NAME), (c TYPE NAME), (a FUNCTION ARGUMENT), (l VARIABLE BODY). *)
let sensei_sexp_of_type, sensei_sexp_of_term =
  let rec of_type out ty =
    if is_vartype ty then Buffer.add_string out (dest_vartype ty)
    else begin
      let name, arguments = dest_type ty in
      Buffer.add_string out ("(" ^ name);
      List.iter (fun ty -> Buffer.add_char out ' '; of_type out ty) arguments;
      Buffer.add_char out ')'
    end in
  let leaf out head name ty =
    Buffer.add_string out ("(" ^ head ^ " ");
    of_type out ty;
    Buffer.add_string out (" " ^ name ^ ")") in
  let rec of_term out tm =
    let pair head a b =
      Buffer.add_string out ("(" ^ head ^ " ");
      of_term out a; Buffer.add_char out ' '; of_term out b; Buffer.add_char out ')' in
    if is_var tm then let name, ty = dest_var tm in leaf out "v" name ty
    else if is_const tm then let name, ty = dest_const tm in leaf out "c" name ty
    else if is_abs tm then let v, body = dest_abs tm in pair "l" v body
    else let f, x = dest_comb tm in pair "a" f x in
  let printed write value =
    let out = Buffer.create 256 in write out value; Buffer.contents out in
  printed of_type, printed of_term;;

(* (g (HYPOTHESIS ...) TARGET), the oldest hypothesis first. *)
let sensei_sexp_of_goal ((hypotheses, target) : goal) =
  let shown = List.rev_map (fun (_, th) -> sensei_sexp_of_term (concl th)) hypotheses in
  "(g (" ^ String.concat " " shown ^ ") " ^ sensei_sexp_of_term target ^ ")";;

(* Its free variables with their types, the hypotheses, the target. *)
let sensei_text_of_goal ((hypotheses, target) as goal : goal) =
  let variables = List.sort compare (List.map dest_var (sensei_frees goal)) in
  let rec by_type = function
    | (name, ty) :: (other, same) :: rest when ty = same -> by_type ((name ^ " " ^ other, ty) :: rest)
    | (name, ty) :: rest -> (name ^ " : " ^ string_of_type ty) :: by_type rest
    | [] -> [] in
  let hypothesis (label, th) =
    (if label = "" then "" else label ^ " : ") ^ string_of_term (concl th) in
  String.concat "\n"
    (by_type variables @ List.rev_map hypothesis hypotheses @ ["\xe2\x8a\xa2 " ^ string_of_term target]);;

(* What the theory rests on; a proof must leave it as it is. *)
let sensei_theory () =
  List.map concl (axioms ()), List.length (definitions ()), types (), List.length (constants ());;

let sensei_named =
  let table = Hashtbl.create 4096 in
  List.iter (fun (name, th) -> Hashtbl.replace table name th) !theorems;
  table;;

(* The theorem of that name, unless it says what is to be proved. *)
let sensei_usable statement name = match Hashtbl.find_opt sensei_named name with
  | Some th when not (aconv (concl th) statement) -> Some th
  | _ -> None;;

let sensei_statement text =
  let tm = try sensei_term ([], `T`) text with Failure said -> raise (Misread said) in
  if type_of tm = bool_ty then tm else raise (Misread "it is no statement, being of another type");;

let sensei_prove request =
  let statement = sensei_statement (sensei_text request "goal") in
  let theory = sensei_theory () in
  let step state = function
    | Text text -> by (sensei_valid (sensei_reader (sensei_usable statement) text)) state
    | _ -> raise No_json in
  sensei_within (sensei_seconds request) (fun () ->
      let start = mk_goalstate ([], statement) in
      let _, left, justification = List.fold_left step start (sensei_list request "tactics") in
      if left <> [] then
        Object ["left", Int (List.length left)]
      else
        let th = sensei_as statement (justification null_inst []) in
        Object ["hypotheses", Int (List.length (hyp th));
                "same", Bool (concl th = statement);
                "theory", Bool (sensei_theory () = theory);
                "theorem", Text (string_of_thm th)]);;

(* Answers one connection until it ends. *)
let sensei_connection socket =
  let input = Unix.in_channel_of_descr socket and output = Unix.out_channel_of_descr socket in
  let answer value = output_string output (sensei_to_json value ^ "\n"); flush output in
  let states : (int, goal list) Hashtbl.t = Hashtbl.create 64 in
  let count = ref 0 and statement = ref `T` and shown = ref sensei_text_of_goal in
  let hold goals =
    let number = !count in
    incr count;
    Hashtbl.replace states number goals;
    Object ["state", Int number; "goals", List (List.map (fun g -> Text (!shown g)) goals)] in
  let state request = Hashtbl.find states (sensei_int request "state") in
  let apply request = match state request with
    | [] -> failwith "there is no goal left"
    | first :: others ->
      let tac = sensei_reader (sensei_usable !statement) (sensei_text request "tactic") in
      let (unknown, _), left, _ =
        sensei_within (sensei_seconds request) (fun () -> sensei_valid tac first) in
      if unknown <> [] then failwith "it leaves metavariables"
      else if List.length left = 1 && equals_goal (List.hd left) first then
        failwith "it changes nothing"
      else hold (left @ others) in
  let answered request = match sensei_text request "cmd" with
    | "open" ->
      statement := sensei_statement (sensei_text request "goal");
      shown := (match sensei_text request "form" with
          | "sexp" -> sensei_sexp_of_goal
          | _ -> sensei_text_of_goal);
      hold [[], !statement]
    | "tactic" -> apply request
    | "split" -> Object ["states", List (List.map (fun goal -> hold [goal]) (state request))]
    | "release" ->
      List.iter (function Int number -> Hashtbl.remove states number | _ -> raise No_json)
        (sensei_list request "states");
      Object []
    | "prove" -> sensei_prove request
    | "theorems" ->
      let one (name, th) = List [Text name; Text (string_of_term (concl th))] in
      Object ["theorems", List (List.map one !theorems)]
    | _ -> raise No_json in
  answer (Object ["pid", Int (Unix.getpid ()); "version", Text hol_version]);
  let rec serve () =
    match input_line input with
    | exception End_of_file -> ()
    | line ->
      answer (match answered (sensei_of_json line) with
          | made -> made
          | exception (No_json | Not_found) -> Object ["error", Text "request"]
          | exception problem -> sensei_failure problem);
      serve () in
  serve ();;

(* Accepts until standard input ends. *)
let sensei_serve path =
  let listening = Unix.socket Unix.PF_UNIX Unix.SOCK_STREAM 0 in
  Unix.bind listening (Unix.ADDR_UNIX path);
  Unix.listen listening 64;
  set_margin 100;
  Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  prerr_endline "ready.";
  let rec reap () = match Unix.waitpid [Unix.WNOHANG] (-1) with
    | 0, _ -> ()
    | _ -> reap ()
    | exception Unix.Unix_error _ -> () in
  let rec next () =
    reap ();
    (* A moment's wait, so that the dead do not stay. *)
    let ready, _, _ = Unix.select [listening; Unix.stdin] [] [] 1.0 in
    if List.mem Unix.stdin ready then ()
    else if ready = [] then next ()
    else begin
      let socket, _ = Unix.accept listening in
      match Unix.fork () with
      | 0 ->
        Unix.close listening;
        Unix.close Unix.stdin;
        (try sensei_connection socket with Sys_error _ -> ());
        exit 0
      | _ -> Unix.close socket; next ()
    end in
  next ();;

sensei_serve Sys.argv.(2);;
exit 0;;
