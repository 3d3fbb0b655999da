"""What a peer does with descriptors: its own, and those it has received. Each function is a command."""

import errno
import fcntl
import hashlib
import os
import socket
import stat
import threading

from .values import SHORT, describe_bytes, to_bytes

SEALS = {
    "seal": fcntl.F_SEAL_SEAL, "shrink": fcntl.F_SEAL_SHRINK, "grow": fcntl.F_SEAL_GROW,
    "write": fcntl.F_SEAL_WRITE,
}
ACCESS = {
    "read": os.O_RDONLY, "write": os.O_WRONLY, "both": os.O_RDWR, "path": os.O_PATH,
    "folder": os.O_RDONLY | os.O_DIRECTORY,
}


def write_all(descriptor, data):
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest):]


def open_file(path, access="read"):
    return {"fd": os.open(path, ACCESS[access] | os.O_CLOEXEC)}


def open_memory(content="", seals=()):
    descriptor = os.memfd_create("peer", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    write_all(descriptor, to_bytes(content))
    if seals:
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, sum(SEALS[name] for name in seals))
    return {"fd": descriptor}


def open_pipe():
    reader, writer = os.pipe()
    return {"reader": reader, "writer": writer}


def open_socket():
    one, other = socket.socketpair()
    other.detach()
    return {"fd": one.detach()}


def close(fd):
    os.close(fd)
    return {}


def digest(content):
    return describe_bytes(to_bytes(content))


def read(fd, count=None):
    """Reads so many bytes, or all there are to the end of file."""
    kept, length, sha256 = [], 0, hashlib.sha256()
    while count is None or length < count:
        chunk = os.read(fd, 1 << 20 if count is None else min(1 << 20, count - length))
        if not chunk:
            break
        length += len(chunk)
        sha256.update(chunk)
        if length <= SHORT:
            kept.append(chunk)
    if length <= SHORT:
        return describe_bytes(b"".join(kept))
    return {"length": length, "sha256": sha256.hexdigest()}


def read_at(fd, offset, count):
    return describe_bytes(os.pread(fd, count, offset))


def write(fd, content):
    write_all(fd, to_bytes(content))
    return {}


def write_at(fd, offset, content):
    return {"count": os.pwrite(fd, to_bytes(content), offset)}


def seek(fd, offset, whence=os.SEEK_SET):
    return {"offset": os.lseek(fd, offset, whence)}


def truncate(fd, size):
    os.ftruncate(fd, size)
    return {}


def change_mode(fd, mode):
    os.fchmod(fd, mode)
    return {}


def add_seals(fd, seals):
    fcntl.fcntl(fd, fcntl.F_ADD_SEALS, sum(SEALS[name] for name in seals))
    return {}


def reopen(fd, access):
    """Opens anew what a descriptor leads to."""
    return open_file(f"/proc/self/fd/{fd}", access)


def set_pipe_size(fd, size):
    return {"size": fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, size)}


def hold(fd):
    """Splices from a silent socket into the pipe, of which this may be the other end, on several threads, as soon as
    there is room: from then on until the socket is closed, the pipe's lock is held and every call on it waits."""
    writer = os.open(f"/proc/self/fd/{fd}", os.O_WRONLY | os.O_CLOEXEC)
    silent, other = socket.socketpair()

    def splice():
        os.splice(silent.fileno(), writer, 65_536)

    for _ in range(4):
        threading.Thread(target=splice, daemon=True).start()
    return {"fd": other.detach()}


def examine(fd):
    """What can be told without reading."""
    status = os.fstat(fd)
    kinds = {stat.S_IFREG: "file", stat.S_IFIFO: "pipe"}
    flags = fcntl.fcntl(fd, fcntl.F_GETFL)
    result = {
        "kind": kinds.get(stat.S_IFMT(status.st_mode), "other"), "size": status.st_size,
        "allocated": status.st_blocks * 512,
        "mode": stat.S_IMODE(status.st_mode), "links": status.st_nlink,
        "device": status.st_dev, "inode": status.st_ino,
        "access": {os.O_RDONLY: "read", os.O_WRONLY: "write"}.get(flags & os.O_ACCMODE, "both"),
        "blocking": not flags & os.O_NONBLOCK, "target": os.readlink(f"/proc/self/fd/{fd}"),
    }
    try:
        result["offset"] = os.lseek(fd, 0, os.SEEK_CUR)
    except OSError:
        pass
    try:
        present = fcntl.fcntl(fd, fcntl.F_GET_SEALS)
        result["seals"] = sorted(name for name, bit in SEALS.items() if present & bit)
    except OSError:
        pass
    return result


COMMANDS = {
    "open": open_file, "memory": open_memory, "pipe": open_pipe, "socket": open_socket,
    "close": close, "digest": digest, "read": read, "read_at": read_at, "write": write,
    "write_at": write_at, "seek": seek, "truncate": truncate, "change_mode": change_mode,
    "add_seals": add_seals, "reopen": reopen, "set_pipe_size": set_pipe_size, "hold": hold,
    "examine": examine,
}


def perform(name, arguments):
    """The result of a command, or the name of the error (errno(3)) that it met."""
    try:
        return COMMANDS[name](**arguments)
    except OSError as failure:
        return {"errno": errno.errorcode.get(failure.errno, str(failure.errno))}
