#!/usr/bin/python3
"""Runs a command that sees a small disk: a tmpfs that is full after so many bytes.

    small-disk.py SIZE FOLDER COMMAND [ARGUMENT...]

The mount is private to the command and its children; look at it from outside through
/proc/PID/root. An ordinary user gets it in a user namespace of its own, with the same user id.
"""

import ctypes
import os
import sys

CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_REC, MS_PRIVATE = 0x4000, 0x40000
libc = ctypes.CDLL(None, use_errno=True)


def check(call, result):
    if result != 0:
        sys.exit(f"small-disk: {call}: {os.strerror(ctypes.get_errno())}")


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


size, folder, command = sys.argv[1], sys.argv[2], sys.argv[3:]
user, group = os.geteuid(), os.getegid()
check("unshare", libc.unshare(CLONE_NEWNS | (CLONE_NEWUSER if user else 0)))
if user:
    write("/proc/self/setgroups", "deny")
    write("/proc/self/uid_map", f"{user} {user} 1")
    write("/proc/self/gid_map", f"{group} {group} 1")
check("mount", libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None))
check("mount", libc.mount(b"small", folder.encode(), b"tmpfs", 0, f"size={size}".encode()))
os.execvp(command[0], command)
