(* Loads HOL Light, then what serves it, and serves: `ocaml -noinit boot.ml HOL_ML SOCKET`.

   This file is parsed before HOL Light changes OCaml's syntax; serve.ml and tactics.ml after. *)

#directory "+compiler-libs"
#load "unix.cma"

let load file =
  if not (Toploop.use_file Format.std_formatter file) then begin
    Format.pp_print_flush Format.std_formatter ();
    prerr_endline ("cannot load " ^ file);
    exit 3
  end

let () =
  let beside = Filename.concat (Filename.dirname Sys.argv.(0)) in
  (* HOL Light looks for its files beside the one that is loaded. *)
  Unix.putenv "HOLLIGHT_DIR" (Filename.dirname Sys.argv.(1));
  load Sys.argv.(1);
  load (beside "tactics.ml");
  load (beside "serve.ml")
