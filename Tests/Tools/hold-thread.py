#!/usr/bin/python3
"""Holds one thread of a process (ptrace(2)) while its others go on: hold-thread.py THREAD

A line of standard input holds it, and another one lets it go on.
"""

import ctypes
import os
import sys

SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17
WALL = 0x40000000

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def ptrace(request, thread):
    if libc.ptrace(request, thread, None, None) < 0:
        raise OSError(ctypes.get_errno(), f"ptrace {request:#x}: {os.strerror(ctypes.get_errno())}")


thread = int(sys.argv[1])
print("ready", flush=True)
while sys.stdin.readline():
    ptrace(SEIZE, thread)
    ptrace(INTERRUPT, thread)
    os.waitpid(thread, WALL)
    print("held", flush=True)
    sys.stdin.readline()
    ptrace(DETACH, thread)
