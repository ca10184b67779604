/*
What the C that EmitC.lean writes stands on: Lean's objects, as Lean 4.35's library lays them out.

Layout and the meaning of reference counts were read off the library (`lean_inc_ref_huge_n`,
`lean_dec_ref_cold`, `lean_alloc_small_object_core`): above 0, the object belongs to one thread; 0,
it is never freed; below, threads share it and count down, and what is below STICKY stays. Objects
are made and freed by the library.
*/
#include <stddef.h>
#include <stdint.h>

typedef struct {
    int32_t rc;
    uint16_t bytes; /* set by whoever allocates */
    uint8_t other;
    uint8_t tag;
} head;
typedef head *obj;

typedef struct {
    head h;
    void *function;
    uint16_t arity;
    uint16_t fixed;
    obj fields[];
} closure;

#define CLOSURE_TAG 245
#define STICKY (-0x6fffffff)

extern obj lean_alloc_small_object_core(unsigned);
extern void lean_free_object(obj);
extern void lean_inc_ref_huge_n(obj, size_t);
extern void lean_dec_ref_cold(obj);
extern void lean_mark_persistent(obj);
extern obj lean_mk_string_unchecked(char const *, size_t, size_t);
extern obj lean_cstr_to_nat(char const *);
extern void lean_internal_panic_unreachable(void) __attribute__((noreturn));
extern obj lean_apply_m(obj, unsigned, obj *);
extern obj lean_apply_1(obj, obj);
extern obj lean_apply_2(obj, obj, obj);
extern obj lean_apply_3(obj, obj, obj, obj);
extern obj lean_apply_4(obj, obj, obj, obj, obj);
extern obj lean_apply_5(obj, obj, obj, obj, obj, obj);
extern obj lean_apply_6(obj, obj, obj, obj, obj, obj, obj);
extern obj lean_apply_7(obj, obj, obj, obj, obj, obj, obj, obj);
extern obj lean_apply_8(obj, obj, obj, obj, obj, obj, obj, obj, obj);
extern obj lean_apply_9(obj, obj, obj, obj, obj, obj, obj, obj, obj, obj);
extern obj lean_apply_10(obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj);
extern obj lean_apply_11(obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj);
extern obj lean_apply_12(obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj);
extern obj lean_apply_13(obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj);
extern obj lean_apply_14(obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj);
extern obj lean_apply_15(obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj,
                         obj);
extern obj lean_apply_16(obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj, obj,
                         obj, obj);

static inline int is_scalar(obj x) { return (size_t)x & 1; }
static inline obj box(size_t n) { return (obj)(n << 1 | 1); }
static inline size_t unbox(obj x) { return (size_t)x >> 1; }
static inline size_t tag(obj x) { return is_scalar(x) ? unbox(x) : x->tag; }

static inline void inc_ref(obj x, int n) {
    if (x->rc > 0 && x->rc < INT32_MAX - n)
        x->rc += n;
    else if (x->rc != 0)
        lean_inc_ref_huge_n(x, n);
}
static inline void dec_ref(obj x) {
    if (x->rc > 1)
        x->rc--;
    else if (x->rc != 0)
        lean_dec_ref_cold(x);
}
static inline void inc(obj x, int n) {
    if (!is_scalar(x)) inc_ref(x, n);
}
static inline void dec(obj x) {
    if (!is_scalar(x)) dec_ref(x);
}
/* Of an object whose fields have been taken, or what stands for none. */
static inline void del(obj x) {
    if (!is_scalar(x)) lean_free_object(x);
}
static inline int is_exclusive(obj x) { return !is_scalar(x) && x->rc == 1; }
static inline void keep(obj x) {
    if (!is_scalar(x)) lean_mark_persistent(x);
}

static inline obj *fields(obj x) { return (obj *)(x + 1); }
static inline obj get(obj x, size_t i) { return fields(x)[i]; }
static inline void set(obj x, size_t i, obj y) { fields(x)[i] = y; }
static inline void set_tag(obj x, unsigned tag) { x->tag = tag; }
static inline void release(obj x, size_t i) {
    dec(get(x, i));
    set(x, i, box(0));
}
/* The scalar `offset` bytes behind `words` words of an object. */
#define SCALAR(type, x, words, offset) (*(type *)((char *)fields(x) + 8 * (words) + (offset)))

static inline obj alloc(size_t bytes, unsigned tag, unsigned other) {
    size_t whole = (bytes + 7) & ~(size_t)7;
    obj x = lean_alloc_small_object_core(whole);
    /* Objects are compared and shared by whole words. */
    if (whole > bytes) *(size_t *)((char *)x + whole - 8) = 0;
    x->rc = 1;
    x->other = other;
    x->tag = tag;
    return x;
}
static inline obj alloc_ctor(unsigned tag, size_t n, size_t scalar_bytes) {
    return alloc(sizeof(head) + 8 * n + scalar_bytes, tag, n);
}
static inline obj alloc_closure(void *function, unsigned arity, unsigned fixed) {
    closure *x = (closure *)alloc(sizeof(closure) + 8 * fixed, CLOSURE_TAG, 0);
    x->function = function;
    x->arity = arity;
    x->fixed = fixed;
    return (obj)x;
}
static inline void set_fixed(obj x, size_t i, obj y) { ((closure *)x)->fields[i] = y; }

static inline obj box_uint8_t(uint8_t n) { return box(n); }
static inline obj box_uint16_t(uint16_t n) { return box(n); }
static inline obj box_uint32_t(uint32_t n) { return box(n); }
static inline uint8_t unbox_uint8_t(obj x) { return unbox(x); }
static inline uint16_t unbox_uint16_t(obj x) { return unbox(x); }
static inline uint32_t unbox_uint32_t(obj x) { return unbox(x); }
#define IN_OBJECT(type) \
    static inline obj box_##type(type n) { \
        obj x = alloc_ctor(0, 0, sizeof(type)); \
        SCALAR(type, x, 0, 0) = n; \
        return x; \
    } \
    static inline type unbox_##type(obj x) { return SCALAR(type, x, 0, 0); }
IN_OBJECT(uint64_t)
IN_OBJECT(size_t)
IN_OBJECT(double)
IN_OBJECT(float)
