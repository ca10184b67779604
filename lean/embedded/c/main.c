/* The start of a program that EmitC.lean wrote: sets Lean up as `lean` does, and calls it. */
#include "runtime.h"

extern void prepare(void);
extern obj run(obj words);

extern char **lean_setup_args(int, char **);
extern void lean_initialize(void);
extern void lean_set_panic_messages(_Bool);
extern void lean_io_mark_end_initialization(void);
extern void lean_init_task_manager(void);
extern void lean_finalize_task_manager(void);
extern void lean_io_result_show_error(obj);
extern obj lean_mk_string(char const *);

int main(int argc, char **argv) {
    argv = lean_setup_args(argc, argv);
    lean_initialize();
    /* A constant that no input needs may be one that panics. */
    lean_set_panic_messages(0);
    prepare();
    lean_set_panic_messages(1);
    lean_io_mark_end_initialization();
    lean_init_task_manager();
    obj words = box(0);
    for (int i = argc - 1; i > 0; i--) {
        obj cell = alloc_ctor(1, 2, 0);
        set(cell, 0, lean_mk_string(argv[i]));
        set(cell, 1, words);
        words = cell;
    }
    obj result = run(words);
    lean_finalize_task_manager();
    if (result->tag == 0) return unbox_uint32_t(get(result, 0));
    lean_io_result_show_error(result);
    return 1;
}
