#!/usr/bin/python3
"""A file system with one file, whose operations can be made to hang as on a dead network mount.

    hanging-fs.py MOUNT_POINT SIZE [OPERATION...]

Speaks the kernel's FUSE protocol (fuse(4), linux/fuse.h) directly. The operations named at the start
hang from the beginning. Standard input takes commands, one a line, each acknowledged on standard output:

    hang OPERATION...      these hang from now on
    answer OPERATION...    these are answered again, also the requests that hang now
    limit PROCESS...       they hang for these processes only; without a process, for all
    resize SIZE            the file has so many bytes from now on

Prints “hung OPERATION” for every request that hangs. At the end of input, and when this program is
killed, all requests end: the kernel answers all requests with ENOTCONN when /dev/fuse is closed.
"""

import array
import ctypes
import errno
import os
import select
import socket
import stat
import struct
import subprocess
import sys

OPERATIONS = {
    "lookup": 1, "getattr": 3, "setattr": 4, "open": 14, "read": 15, "write": 16, "statfs": 17,
    "release": 18, "flush": 25, "opendir": 27, "readdir": 28, "access": 34, "lseek": 46,
}
NAMES = {code: name for name, code in OPERATIONS.items()}
FORGET, INIT, RELEASEDIR, INTERRUPT, DESTROY, BATCH_FORGET = 2, 26, 29, 36, 38, 42
NO_REPLY = {FORGET, INTERRUPT, BATCH_FORGET}
HEADER = struct.Struct("<IIQQIIII")  # length, opcode, unique, node, uid, gid, pid, padding
ROOT, FILE = 1, 2
DIRECT_IO = 1
MNT_DETACH = 2
CONTENT = bytes(range(251))  # prime length: a shifted block never looks like another


libc = ctypes.CDLL(None, use_errno=True)


class FileSystem:
    def __init__(self, device, size, hanging):
        self.device, self.size = device, size
        self.hanging = set(hanging)
        self.affected = set()
        self.waiting = []

    def attributes(self, node):
        mode, size, links = (
            (stat.S_IFDIR | 0o755, 0, 2) if node == ROOT else (stat.S_IFREG | 0o644, self.size, 1)
        )
        return struct.pack(
            "<6Q3I7I", node, size, (size + 511) // 512, 0, 0, 0, 0, 0, 0,
            mode, links, os.getuid(), os.getgid(), 0, 4096, 0,
        )

    def receive(self):
        try:
            request = os.read(self.device, 1 << 20)
        except OSError as error:
            return error.errno in (errno.EINTR, errno.EAGAIN, errno.ENOENT)
        _, code, unique, node, _, _, thread, _ = HEADER.unpack_from(request)
        body = request[HEADER.size:]
        if code in NO_REPLY:
            return True
        name = NAMES.get(code)
        if name in self.hanging and (not self.affected or process_of(thread) in self.affected):
            self.waiting.append((name, code, unique, node, body))
            say(f"hung {name}")
        else:
            self.answer(code, unique, node, body)
        return code != DESTROY

    def let_go(self, names):
        self.hanging -= names
        for request in [r for r in self.waiting if r[0] in names]:
            self.waiting.remove(request)
            self.answer(*request[1:])

    def answer(self, code, unique, node, body):
        try:
            error, data = 0, self.perform(code, node, body)
        except OSError as failure:
            error, data = -failure.errno, b""
        try:
            os.write(self.device, struct.pack("<IiQ", 16 + len(data), error, unique) + data)
        except OSError:
            pass  # the process that asked has gone

    def perform(self, code, node, body):
        if code == INIT:
            major, minor, readahead = struct.unpack_from("<III", body)
            # The reply as it is since version 7.23.
            return struct.pack("<IIIIHHIIHHI7I", 7, min(minor, 31), readahead, 0, 16, 12,
                               1 << 17, 1, 32, 0, 0, *[0] * 7)
        if code == OPERATIONS["lookup"]:
            if body.rstrip(b"\0") != b"file":
                raise OSError(errno.ENOENT, "")
            return struct.pack("<5Q", FILE, 0, 0, 0, 0) + self.attributes(FILE)
        if code in (OPERATIONS["getattr"], OPERATIONS["setattr"]):
            return struct.pack("<QII", 0, 0, 0) + self.attributes(node)
        if code == OPERATIONS["open"]:
            return struct.pack("<QII", 1, DIRECT_IO, 0)
        if code == OPERATIONS["opendir"]:
            return struct.pack("<QII", 0, 0, 0)
        if code == OPERATIONS["read"]:
            _, offset, count = struct.unpack_from("<QQI", body)
            count = max(0, min(count, self.size - offset))
            shift = offset % len(CONTENT)
            return (CONTENT * (count // len(CONTENT) + 2))[shift:shift + count]
        if code == OPERATIONS["write"]:
            return struct.pack("<II", struct.unpack_from("<QQI", body)[2], 0)
        if code == OPERATIONS["readdir"]:
            offset = struct.unpack_from("<QQI", body)[1]
            return b"" if offset else struct.pack("<QQII", FILE, 1, 4, 8) + b"file\0\0\0\0"
        if code == OPERATIONS["statfs"]:
            return struct.pack("<5Q4I6I", 0, 0, 0, 1, 0, 4096, 255, 4096, 0, *[0] * 6)
        if code in (OPERATIONS["release"], OPERATIONS["flush"], OPERATIONS["access"], RELEASEDIR,
                    DESTROY):
            return b""
        raise OSError(errno.ENOSYS, "")


def process_of(thread):
    """The kernel tells which thread asks."""
    try:
        with open(f"/proc/{thread}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("Tgid:"))
    except OSError:
        return 0


def say(line):
    print(line, flush=True)


def mount_as_root(point):
    device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
    options = f"fd={device},rootmode=40755,user_id=0,group_id=0,allow_other"
    if libc.mount(b"hanging", point.encode(), b"fuse", 0, options.encode()) != 0:
        raise OSError(ctypes.get_errno(), f"mount: {os.strerror(ctypes.get_errno())}")
    return device


def mount_as_user(point):
    ours, theirs = socket.socketpair()
    subprocess.run(
        ["fusermount3", "-o", "fsname=hanging", "--", point], check=True,
        pass_fds=[theirs.fileno()], env={**os.environ, "_FUSE_COMMFD": str(theirs.fileno())},
    )
    _, ancillary, _, _ = ours.recvmsg(1, socket.CMSG_SPACE(4))
    descriptor = array.array("i")
    descriptor.frombytes(ancillary[0][2][:4])
    return descriptor[0]


def unmount(point):
    if os.geteuid() == 0:
        libc.umount2(point.encode(), MNT_DETACH)
    else:
        subprocess.run(["fusermount3", "-u", "-z", "--", point], check=False)


def serve(files):
    commands = b""
    while True:
        readable, _, _ = select.select([files.device, 0], [], [])
        if 0 in readable:
            chunk = os.read(0, 4096)
            if not chunk:
                return
            commands += chunk
            while b"\n" in commands:
                line, commands = commands.split(b"\n", 1)
                verb, *names = line.decode().split()
                if verb == "hang":
                    files.hanging |= set(names)
                elif verb == "limit":
                    files.affected = {int(name) for name in names}
                elif verb == "resize":
                    files.size = int(names[0])
                else:
                    files.let_go(set(names))
                say(line.decode())
        if files.device in readable and not files.receive():
            return


def main():
    point, size = sys.argv[1], int(sys.argv[2])
    device = mount_as_root(point) if os.geteuid() == 0 else mount_as_user(point)
    os.set_blocking(device, False)
    say("ready")
    try:
        serve(FileSystem(device, size, sys.argv[3:]))
    finally:
        os.close(device)
        unmount(point)


main()
