(* In the place of HOL Light's theories and its slower provers: the names that tactics.ml knows, and
   a few theorems. *)

let METIS_TAC (ths:thm list) = NO_TAC;;
let ASM_METIS_TAC = METIS_TAC;;
let SET_TAC = METIS_TAC;;
let ARITH_TAC,ASM_ARITH_TAC,INT_ARITH_TAC,ASM_INT_ARITH_TAC,REAL_ARITH_TAC,ASM_REAL_ARITH_TAC =
  NO_TAC,NO_TAC,NO_TAC,NO_TAC,NO_TAC,NO_TAC;;
let INDUCT_TAC,LIST_INDUCT_TAC = NO_TAC,NO_TAC;;
let NUM_REDUCE_CONV,REAL_RAT_REDUCE_CONV = NO_CONV,NO_CONV;;
let theorems =
  ref ["CONJ_SYM",CONJ_SYM; "DISJ_SYM",DISJ_SYM; "FORALL_AND_THM",FORALL_AND_THM];;
