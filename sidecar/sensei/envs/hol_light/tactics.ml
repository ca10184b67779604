(* Tactics by their texts: a fixed list, put together by THEN, THENL, ORELSE, TRY and REPEAT.

   Nothing of a text is run as OCaml. A term is read in the goal that the tactic meets, so that its
   free variables have the goal's types; a theorem is one of HOL Light's database by its name, or
   made from such by a few rules. *)

unset_jrh_lexer;;

(* The text is no tactic of this list; says why. No tactical catches it. *)
exception Misread of string;;

(* What follows a tactic's name. *)
type sensei_tactic =
  | Plain of tactic
  | Ofterm of (term -> tactic)
  | Ofpair of (term * term -> tactic)
  | Ofthm of (thm -> tactic)
  | Ofthms of (thm list -> tactic)
  | Ofuse of ((thm -> tactic) -> tactic);;

(* ... and the name of a rule that makes a theorem. *)
type sensei_rule =
  | Thm of (thm -> thm)
  | Thms of (thm -> thm -> thm)
  | Term of (term -> thm)
  | Termthm of (term -> thm -> thm)
  | Termsthm of (term list -> thm -> thm);;

(* In HOL Light's own lexis words in capitals are names of values, not constructors. *)
set_jrh_lexer;;

let sensei_tactics =
  ["ABS_TAC",Plain ABS_TAC; "ALL_TAC",Plain ALL_TAC; "ANTS_TAC",Plain ANTS_TAC;
   "AP_TERM_TAC",Plain AP_TERM_TAC; "AP_THM_TAC",Plain AP_THM_TAC;
   "ARITH_TAC",Plain ARITH_TAC; "ASM_ARITH_TAC",Plain ASM_ARITH_TAC;
   "INT_ARITH_TAC",Plain INT_ARITH_TAC; "ASM_INT_ARITH_TAC",Plain ASM_INT_ARITH_TAC;
   "REAL_ARITH_TAC",Plain REAL_ARITH_TAC; "ASM_REAL_ARITH_TAC",Plain ASM_REAL_ARITH_TAC;
   "BETA_TAC",Plain BETA_TAC; "BINOP_TAC",Plain BINOP_TAC; "COND_CASES_TAC",Plain COND_CASES_TAC;
   "CONJ_TAC",Plain CONJ_TAC; "DISCH_TAC",Plain DISCH_TAC; "DISJ1_TAC",Plain DISJ1_TAC;
   "DISJ2_TAC",Plain DISJ2_TAC; "EQ_TAC",Plain EQ_TAC; "GEN_TAC",Plain GEN_TAC;
   "INDUCT_TAC",Plain INDUCT_TAC; "LIST_INDUCT_TAC",Plain LIST_INDUCT_TAC;
   "ITAUT_TAC",Plain ITAUT_TAC; "MK_COMB_TAC",Plain MK_COMB_TAC;
   "NUM_REDUCE_TAC",Plain (CONV_TAC NUM_REDUCE_CONV);
   "REAL_RAT_REDUCE_TAC",Plain (CONV_TAC REAL_RAT_REDUCE_CONV);
   "REFL_TAC",Plain REFL_TAC; "STRIP_TAC",Plain STRIP_TAC; "SYM_TAC",Plain (CONV_TAC SYM_CONV);
   "TAUT_TAC",Plain (CONV_TAC TAUT); "FUN_EQ_TAC",Plain (GEN_REWRITE_TAC I [FUN_EQ_THM]);
   "ASM_CASES_TAC",Ofterm ASM_CASES_TAC; "BOOL_CASES_TAC",Ofterm BOOL_CASES_TAC;
   "EXISTS_TAC",Ofterm EXISTS_TAC; "UNDISCH_TAC",Ofterm UNDISCH_TAC; "X_GEN_TAC",Ofterm X_GEN_TAC;
   "STRUCT_CASES_TAC",Ofthm STRUCT_CASES_TAC; "SPEC_TAC",Ofpair SPEC_TAC;
   "ACCEPT_TAC",Ofthm ACCEPT_TAC; "ASSUME_TAC",Ofthm ASSUME_TAC; "CHOOSE_TAC",Ofthm CHOOSE_TAC;
   "CONTR_TAC",Ofthm CONTR_TAC; "DISJ_CASES_TAC",Ofthm DISJ_CASES_TAC;
   "MATCH_ACCEPT_TAC",Ofthm MATCH_ACCEPT_TAC; "MATCH_MP_TAC",Ofthm MATCH_MP_TAC;
   "MP_TAC",Ofthm MP_TAC; "STRIP_ASSUME_TAC",Ofthm STRIP_ASSUME_TAC;
   "SUBST1_TAC",Ofthm SUBST1_TAC; "SUBST_ALL_TAC",Ofthm SUBST_ALL_TAC;
   "TRANS_TAC",Ofthm (fun th g -> MATCH_MP_TAC (MATCH_MP (TAUT
      `((p /\ q) ==> r) ==> (q /\ p) ==> r`) (SPEC_ALL th)) g);
   "ASM_MESON_TAC",Ofthms ASM_MESON_TAC; "ASM_METIS_TAC",Ofthms ASM_METIS_TAC;
   "ASM_REWRITE_TAC",Ofthms ASM_REWRITE_TAC; "ASM_SIMP_TAC",Ofthms ASM_SIMP_TAC;
   "ASM_SET_TAC",Ofthms (ASM SET_TAC); "MESON_TAC",Ofthms MESON_TAC; "METIS_TAC",Ofthms METIS_TAC;
   "ONCE_ASM_REWRITE_TAC",Ofthms ONCE_ASM_REWRITE_TAC;
   "ONCE_REWRITE_TAC",Ofthms ONCE_REWRITE_TAC;
   "PURE_ASM_REWRITE_TAC",Ofthms PURE_ASM_REWRITE_TAC;
   "PURE_ONCE_REWRITE_TAC",Ofthms PURE_ONCE_REWRITE_TAC;
   "PURE_REWRITE_TAC",Ofthms PURE_REWRITE_TAC; "REWRITE_TAC",Ofthms REWRITE_TAC;
   "SET_TAC",Ofthms SET_TAC; "SIMP_TAC",Ofthms SIMP_TAC;
   "DISCH_THEN",Ofuse DISCH_THEN; "FIRST_ASSUM",Ofuse FIRST_ASSUM;
   "FIRST_X_ASSUM",Ofuse FIRST_X_ASSUM; "POP_ASSUM",Ofuse POP_ASSUM];;

let sensei_rules =
  ["ASSUME",Term ASSUME; "CONJUNCT1",Thm CONJUNCT1; "CONJUNCT2",Thm CONJUNCT2;
   "GSYM",Thm GSYM; "SYM",Thm SYM; "SPEC_ALL",Thm SPEC_ALL; "SPEC",Termthm SPEC;
   "ISPEC",Termthm ISPEC; "SPECL",Termsthm SPECL; "ISPECL",Termsthm ISPECL;
   "MATCH_MP",Thms MATCH_MP; "REWRITE_RULE",Thms (fun th -> REWRITE_RULE [th])];;

let sensei_then,sensei_thenl,sensei_orelse,sensei_try,sensei_repeat,sensei_subgoal =
  (THEN),(THENL),(ORELSE),TRY,REPEAT,SUBGOAL_THEN;;

(* A tactic whose justification is tried on what it leaves. *)
let sensei_valid = VALID;;

(* The theorem with the bound variables of the statement, if they differ in nothing else. *)
let sensei_as statement th =
  if concl th = statement then th else EQ_MP (ALPHA (concl th) statement) th;;

let sensei_frees ((asl,w):goal) = itlist (union o frees) (w :: map (concl o snd) asl) [];;

(* A term as it reads among the variables of the goal. *)
let sensei_term goal text =
  let env = map (fun v -> fst(dest_var v),pretype_of_type(snd(dest_var v))) (sensei_frees goal) in
  let ptm,rest = (parse_preterm o lex o explode) text in
  if rest = [] then (term_of_preterm o (retypecheck env)) ptm
  else failwith "Unparsed input following term";;

unset_jrh_lexer;;

type sensei_token = Word of string | Quoted of string | Sign of char;;

let sensei_tokens text =
  let length = String.length text and quote = Char.chr 96 in
  let within c = match c with
    | 'a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_' | '\'' -> true
    | _ -> false in
  let rec word stop = if stop < length && within text.[stop] then word (stop + 1) else stop in
  let rec from at found =
    if at >= length then List.rev found
    else if text.[at] = ' ' then from (at + 1) found
    else if text.[at] = quote then
      match String.index_from_opt text (at + 1) quote with
      | None -> raise (Misread "a term without its second backquote")
      | Some stop -> from (stop + 1) (Quoted (String.sub text (at + 1) (stop - at - 1)) :: found)
    else if within text.[at] then
      let stop = word at in
      from stop (Word (String.sub text at (stop - at)) :: found)
    else match text.[at] with
      | '(' | ')' | '[' | ']' | ';' | ',' -> from (at + 1) (Sign text.[at] :: found)
      | c -> raise (Misread ("a tactic has no " ^ Char.escaped c)) in
  from 0 [];;

let sensei_shown = function
  | [] -> "the end"
  | Word word :: _ -> word
  | Quoted text :: _ -> "a term (" ^ text ^ ")"
  | Sign c :: _ -> String.make 1 c;;

(* What a text says, read from a list of tokens; each reader takes its own off the front. A theorem
   or a term is a function of the goal. *)
let sensei_reader (theorem_named : string -> thm option) text : tactic =
  let left = ref (sensei_tokens text) in
  let next () = match !left with [] -> () | _ :: rest -> left := rest in
  let wrong wanted = raise (Misread (wanted ^ " is wanted where " ^ sensei_shown !left ^ " is")) in
  let sign c = if !left <> [] && List.hd !left = Sign c then next () else
    wrong (String.make 1 c) in
  let at c = match !left with Sign d :: _ -> c = d | _ -> false in
  let term () : goal -> term = match !left with
    | Quoted text :: _ -> next ();
      fun goal -> (try sensei_term goal text with Failure said -> raise (Misread said))
    | _ -> wrong "a term in backquotes" in
  let listed read =
    sign '[';
    let rec more found =
      if at ']' then (next (); List.rev found)
      else begin
        let one = read () in
        if at ';' then next () else if not (at ']') then wrong "; or ]";
        more (one :: found)
      end in
    more [] in
  let rec theorem () : goal -> thm = match !left with
    | Sign '(' :: _ -> next (); let th = theorem () in sign ')'; th
    | Word name :: _ -> next (); theorem_by name
    | _ -> wrong "a theorem"
  and theorem_by name = match List.assoc_opt name sensei_rules with
    | Some (Thm rule) -> let th = theorem () in fun g -> rule (th g)
    | Some (Thms rule) -> let a = theorem () in let b = theorem () in fun g -> rule (a g) (b g)
    | Some (Term rule) -> let tm = term () in fun g -> rule (tm g)
    | Some (Termthm rule) ->
      let tm = term () in let th = theorem () in fun g -> rule (tm g) (th g)
    | Some (Termsthm rule) ->
      let tms = listed term in let th = theorem () in
      fun g -> rule (List.map (fun tm -> tm g) tms) (th g)
    | None -> match theorem_named name with
      | Some th -> fun _ -> th
      | None -> raise (Misread ("no theorem " ^ name)) in
  let by_theorem () = match !left with
    | Word name :: _ -> (match List.assoc_opt name sensei_tactics with
        | Some (Ofthm tac) -> next (); tac
        | _ -> wrong "a tactic that takes a theorem")
    | _ -> wrong "a tactic that takes a theorem" in
  let rec tactic () =
    let rec more (before : tactic) = match !left with
      | Word "THEN" :: _ -> next (); let after = simple () in more (sensei_then before after)
      | Word "ORELSE" :: _ -> next (); let other = simple () in more (sensei_orelse before other)
      | Word "THENL" :: _ -> next (); let all = listed tactic in more (sensei_thenl before all)
      | _ -> before in
    more (simple ())
  and simple () : tactic = match !left with
    | Sign '(' :: _ -> next (); let inner = tactic () in sign ')'; inner
    | Word "TRY" :: _ -> next (); let inner = simple () in sensei_try inner
    | Word "REPEAT" :: _ -> next (); let inner = simple () in sensei_repeat inner
    | Word "SUBGOAL_THEN" :: _ ->
      next ();
      let tm = term () in
      let use = by_theorem () in
      fun g -> sensei_subgoal (tm g) use g
    | Word name :: _ -> (match List.assoc_opt name sensei_tactics with
        | None -> raise (Misread ("no tactic " ^ name))
        | Some known -> next (); given known)
    | _ -> wrong "a tactic"
  and given : sensei_tactic -> tactic = function
    | Plain tac -> tac
    | Ofterm tac -> let tm = term () in fun g -> tac (tm g) g
    | Ofpair tac ->
      sign '('; let a = term () in sign ','; let b = term () in sign ')';
      fun g -> tac (a g, b g) g
    | Ofthm tac -> let th = theorem () in fun g -> tac (th g) g
    | Ofthms tac -> let ths = listed theorem in fun g -> tac (List.map (fun th -> th g) ths) g
    | Ofuse tac -> let use = by_theorem () in tac use in
  let whole = tactic () in
  if !left = [] then whole else wrong "THEN or the end";;
