"""The file `bin/lean` of the embedded toolchain: a small ELF program, made without a compiler.

It calls `lean_main` of the wheel's library with one option inserted before the user's arguments:
`-Dinterpreter.prefer_native=false`. Lean's default is true, and then a declaration of ours that
has the name of one compiled into the library runs the library's code, whatever its own body says.
Inserting it here, and not in the callers, covers every mode: plain files, `--run`, `--server`, and
the workers the server starts through `IO.appPath`. Lean reads its prefix from the executable's
place, so the file must be a real executable: a script would report the interpreter's folder.

Leaves out: where the file goes, and the library it is linked with (embedded.py). Linux x86-64
only, as the wheel is.
"""

from __future__ import annotations

import struct
from typing import Final

OPTION: Final = b"-Dinterpreter.prefer_native=false"
INTERPRETER: Final = b"/lib64/ld-linux-x86-64.so.2"
NEEDED: Final = (b"libleanshared.so", b"libc.so.6")
IMPORTS: Final = (b"__libc_start_main", b"lean_main")

# System V ABI and ELF-64 constants, by the names the specification gives them.
_ET_DYN, _EM_X86_64 = 3, 62
_PT_LOAD, _PT_DYNAMIC, _PT_INTERP, _PT_PHDR, _PT_GNU_STACK = 1, 2, 3, 6, 0x6474E551
_PF_X, _PF_W, _PF_R = 1, 2, 4
_DT_NEEDED, _DT_HASH, _DT_STRTAB, _DT_SYMTAB, _DT_RELA = 1, 4, 5, 6, 7
_DT_RELASZ, _DT_RELAENT, _DT_STRSZ, _DT_SYMENT = 8, 9, 10, 11
_DT_RPATH, _DT_FLAGS, _DT_FLAGS_1 = 15, 30, 0x6FFFFFFB
_DF_BIND_NOW, _DF_1_NOW, _DF_1_PIE = 8, 1, 0x08000000
_R_X86_64_GLOB_DAT = 6
_PAGE = 0x1000
_HEADER_BYTES, _SEGMENT_BYTES, _SEGMENTS = 64, 56, 6


def _code(at: int, option_at: int, start_slot: int, main_slot: int) -> bytes:
    """Machine code whose first byte is the entry point.

    Args: addresses of the code itself, of the option's text, and of the two pointers that the
    dynamic linker fills with `__libc_start_main` and `lean_main`.
    """
    out = bytearray()

    def put(text: str, target: int | None = None) -> None:
        out.extend(bytes.fromhex(text))
        if target is not None:
            out.extend(struct.pack("<i", target - (at + len(out) + 4)))

    # The entry that every C program has: hand main, argc and argv to libc, which exits with its
    # result. Constructor arguments are zero: the dynamic linker has run the constructors.
    put("31ed")  # xor  ebp, ebp
    put("4989d1")  # mov  r9, rdx            rtld_fini
    put("5e")  # pop  rsi                 argc
    put("4889e2")  # mov  rdx, rsp            argv
    put("4883e4f0")  # and  rsp, -16
    put("50")  # push rax
    put("54")  # push rsp                stack_end
    put("4531c0")  # xor  r8d, r8d            fini
    put("31c9")  # xor  ecx, ecx            init
    put("488d3d07000000")  # lea  rdi, [rip+7]        main, behind the next two instructions
    put("ff15", start_slot)  # call [__libc_start_main]
    put("f4")  # hlt
    # main(edi = argc, rsi = argv): argv with the option after its first entry, on the stack.
    put("55")  # push rbp
    put("4889e5")  # mov  rbp, rsp
    put("89fa")  # mov  edx, edi
    put("488d04d51f000000")  # lea  rax, [rdx*8+31]     argc + 2 pointers, rounded up to 16
    put("4883e0f0")  # and  rax, -16
    put("4829c4")  # sub  rsp, rax
    put("488b06")  # mov  rax, [rsi]
    put("48890424")  # mov  [rsp], rax
    put("488d05", option_at)  # lea  rax, [option]
    put("4889442408")  # mov  [rsp+8], rax
    put("4883c608")  # add  rsi, 8
    put("488d7c2410")  # lea  rdi, [rsp+16]
    put("89d1")  # mov  ecx, edx            the rest of argv and its closing null
    put("f348a5")  # rep  movsq
    put("8d7a01")  # lea  edi, [rdx+1]
    put("4889e6")  # mov  rsi, rsp
    put("ff15", main_slot)  # call [lean_main]
    put("c9")  # leave
    put("c3")  # ret
    return bytes(out)


class _Strings:
    """An ELF string table; offset 0 is the empty string."""

    def __init__(self) -> None:
        self.data = bytearray(1)

    def add(self, text: bytes) -> int:
        offset = len(self.data)
        self.data += text + b"\0"
        return offset


def launcher_image(rpath: str) -> bytes:
    """The bytes of the launcher.

    Args:
        rpath: folder of `libleanshared.so` as the dynamic linker reads it (`$ORIGIN/...`).

    Returns:
        A position-independent executable of less than two pages; the caller sets its mode.
    """
    strings = _Strings()
    imports = [strings.add(name) for name in IMPORTS]
    needed = [strings.add(name) for name in NEEDED]
    rpath_name = strings.add(rpath.encode())

    # One read-only executable segment: headers, then everything that is not relocated.
    offset = _HEADER_BYTES + _SEGMENTS * _SEGMENT_BYTES
    interp_at, offset = offset, offset + len(INTERPRETER) + 1
    option_at, offset = offset, offset + len(OPTION) + 1
    strtab_at, offset = offset, offset + len(strings.data)
    symtab_at = offset = -(-offset // 8) * 8
    offset += 24 * (1 + len(imports))
    hash_at, offset = offset, offset + 4 * (3 + 1 + len(imports))
    rela_at = offset = -(-offset // 8) * 8
    offset += 24 * len(imports)
    code_at = offset = -(-offset // 16) * 16
    text_bytes = code_at + len(_code(code_at, 0, 0, 0))
    assert text_bytes <= _PAGE, "internal error: the launcher's first segment exceeds its page"

    # One writable segment: the table of pointers, then the dynamic section.
    got_at = _PAGE
    dynamic_at = got_at + 8 * len(imports)

    symbols = bytes(24) + b"".join(
        struct.pack("<IBBHQQ", name, 0x12, 0, 0, 0, 0) for name in imports
    )
    # One empty bucket: the launcher exports nothing, but loaders expect a hash table.
    hashes = struct.pack(f"<{4 + len(imports)}I", 1, 1 + len(imports), *[0] * (2 + len(imports)))
    relocations = b"".join(
        struct.pack("<QQq", got_at + 8 * i, (i + 1) << 32 | _R_X86_64_GLOB_DAT, 0)
        for i in range(len(imports))
    )
    dynamic = b"".join(
        struct.pack("<QQ", tag, value)
        for tag, value in [
            *((_DT_NEEDED, name) for name in needed),
            # Not RUNPATH: LD_LIBRARY_PATH, which may name another Lean, comes before that one.
            (_DT_RPATH, rpath_name),
            (_DT_HASH, hash_at),
            (_DT_STRTAB, strtab_at),
            (_DT_STRSZ, len(strings.data)),
            (_DT_SYMTAB, symtab_at),
            (_DT_SYMENT, 24),
            (_DT_RELA, rela_at),
            (_DT_RELASZ, len(relocations)),
            (_DT_RELAENT, 24),
            (_DT_FLAGS, _DF_BIND_NOW),
            (_DT_FLAGS_1, _DF_1_NOW | _DF_1_PIE),
            (0, 0),
        ]
    )
    data_bytes = 8 * len(imports) + len(dynamic)

    def segment(kind: int, flags: int, at: int, size: int, align: int) -> bytes:
        return struct.pack("<IIQQQQQQ", kind, flags, at, at, at, size, size, align)

    segments_at = _HEADER_BYTES
    image = bytearray(got_at + data_bytes)

    def place(at: int, data: bytes) -> None:
        image[at : at + len(data)] = data

    identity = b"\x7fELF" + bytes([2, 1, 1]) + bytes(9)
    place(
        0,
        identity
        + struct.pack("<HHIQQQI", _ET_DYN, _EM_X86_64, 1, code_at, segments_at, 0, 0)
        + struct.pack("<HHHHHH", _HEADER_BYTES, _SEGMENT_BYTES, _SEGMENTS, 64, 0, 0),
    )
    place(
        segments_at,
        segment(_PT_PHDR, _PF_R, segments_at, _SEGMENTS * _SEGMENT_BYTES, 8)
        + segment(_PT_INTERP, _PF_R, interp_at, len(INTERPRETER) + 1, 1)
        + segment(_PT_LOAD, _PF_R | _PF_X, 0, text_bytes, _PAGE)
        + segment(_PT_LOAD, _PF_R | _PF_W, got_at, data_bytes, _PAGE)
        + segment(_PT_DYNAMIC, _PF_R | _PF_W, dynamic_at, len(dynamic), 8)
        + segment(_PT_GNU_STACK, _PF_R | _PF_W, 0, 0, 16),
    )
    place(interp_at, INTERPRETER)
    place(option_at, OPTION)
    place(strtab_at, bytes(strings.data))
    place(symtab_at, symbols)
    place(hash_at, hashes)
    place(rela_at, relocations)
    place(code_at, _code(code_at, option_at, got_at, got_at + 8))
    place(got_at, bytes(8 * len(imports)))
    place(dynamic_at, dynamic)
    return bytes(image)
