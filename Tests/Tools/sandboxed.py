#!/usr/bin/python3
"""Runs a command as Flatpak would: in a root of its own that has /.flatpak-info in it.

    sandboxed.py APPLICATION COMMAND [ARGUMENT...]

An ordinary user gets the mounts in a user namespace of its own, with the same user id.
"""

import ctypes
import os
import sys

CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_BIND, MS_REC, MS_PRIVATE, MS_REMOUNT, MS_RDONLY = 0x1000, 0x4000, 0x40000, 0x20, 0x1
libc = ctypes.CDLL(None, use_errno=True)


def check(call, result):
    if result != 0:
        sys.exit(f"sandboxed: {call}: {os.strerror(ctypes.get_errno())}")


def mount(source, target, kind, flags, options=None):
    check(f"mount {target}", libc.mount(source.encode(), target.encode(), kind, flags, options))


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


application, command = sys.argv[1], sys.argv[2:]
user, group = os.geteuid(), os.getegid()
check("unshare", libc.unshare(CLONE_NEWNS | (CLONE_NEWUSER if user else 0)))
if user:
    write("/proc/self/setgroups", "deny")
    write("/proc/self/uid_map", f"{user} {user} 1")
    write("/proc/self/gid_map", f"{group} {group} 1")
mount("none", "/", None, MS_REC | MS_PRIVATE)
# Over /mnt, which nothing here needs: the folder that stays behind would have to be removed.
root = "/mnt"
mount("sandbox", root, b"tmpfs", 0)
for name in os.listdir("/"):
    here, there = f"/{name}", f"{root}/{name}"
    if os.path.islink(here):
        os.symlink(os.readlink(here), there)
    elif os.path.isdir(here) and here != root:
        os.mkdir(there)
        mount(here, there, None, MS_BIND | MS_REC)
write(f"{root}/.flatpak-info", f"[Application]\nname={application}\nruntime=runtime/org.example\n")
# Flatpak mounts the file, so that no program in the sandbox can change it.
mount(f"{root}/.flatpak-info", f"{root}/.flatpak-info", None, MS_BIND)
mount("none", f"{root}/.flatpak-info", None, MS_REMOUNT | MS_BIND | MS_RDONLY)
folder = os.getcwd()
os.chroot(root)
os.chdir(folder)
os.execvp(command[0], command)
