#!/usr/bin/python3
"""Stands in for dragd or dragclip in its unit: tries what they have to do, and what they must not be able to do.

Writes what came of it as JSON to XDG_RUNTIME_DIR/dragd/probe.json, then owns the bus name of the
program whose name it has.
The process id of some other program stands in the file ~/peer.
"""

import ctypes
import json
import os
import resource
import socket
import struct
import sys
import threading

from jeepney import MessageType, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

report = {}


def attempt(name, work):
    try:
        report[name] = work() or "done"
    except OSError as error:
        report[name] = f"error: {error.strerror}"


def write_unlinked(folder):
    os.makedirs(folder, exist_ok=True)
    descriptor = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600)
    os.write(descriptor, b"held")


def splice():
    (reader, writer), (end, other) = os.pipe(), os.pipe()
    os.write(writer, b"held")
    assert os.splice(reader, other, 4) == 4 and os.read(end, 4) == b"held"


def thread():
    ran = threading.Event()
    threading.Thread(target=ran.set).start()
    assert ran.wait(10)


def raise_limit():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def store_descriptor():
    if "NOTIFY_SOCKET" not in os.environ:
        return "no store"
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    address = os.environ["NOTIFY_SOCKET"]
    manager.connect("\0" + address[1:] if address.startswith("@") else address)
    held = os.memfd_create("held")
    socket.send_fds(manager, [b"FDSTORE=1\nFDNAME=held"], [held])


def first_line(path):
    with open(path) as file:
        return file.readline().strip()


def same_namespace(kind):
    return os.readlink(f"/proc/{peer}/ns/{kind}") == os.readlink(f"/proc/self/ns/{kind}")


def call(function, *arguments):
    if function(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def schedule(policy, priority, slice):
    """sched_setattr(2), of which Python has nothing."""
    number = {"x86_64": 314, "aarch64": 274}[os.uname().machine]
    attributes = struct.pack("=IIQiIQQQ", 48, policy, 0, 0, priority, slice, 0, 0)
    call(libc.syscall, number, 0, attributes, 0)


libc = ctypes.CDLL(None, use_errno=True)
home = os.environ["HOME"]
runtime = os.environ["XDG_RUNTIME_DIR"]
peer = first_line(f"{home}/peer")
connection = open_dbus_connection("SESSION")

attempt("cache", lambda: write_unlinked(f"{home}/.cache/dragd"))
attempt("state", lambda: write_unlinked(f"{home}/.local/state/dragd"))
attempt("history", lambda: write_unlinked(f"{home}/.local/state/dragd/clipboard"))
attempt("runtime", lambda: write_unlinked(f"{runtime}/dragd"))
attempt("home", lambda: write_unlinked(home))
attempt("file in the home", lambda: first_line(f"{home}/peer"))
attempt("other runtime", lambda: write_unlinked(f"{runtime}/other"))
attempt("temporary", lambda: write_unlinked("/tmp"))
attempt("memfd", lambda: os.close(os.memfd_create("held")))
attempt("splice", splice)
attempt("thread", thread)
attempt("limit", raise_limit)
attempt("store", store_descriptor)
attempt("pidfd", lambda: os.close(os.pidfd_open(int(peer))))
attempt("peer's cgroup", lambda: first_line(f"/proc/{peer}/cgroup"))
attempt("peer's root", lambda: os.readlink(f"/proc/{peer}/root"))
for kind in ("mnt", "user"):
    attempt(f"peer's {kind}", lambda: str(same_namespace(kind)))

attempt("network", lambda: socket.socket(socket.AF_INET).close())
attempt("system folder", lambda: write_unlinked("/etc"))
attempt("mounts of its own", lambda: call(libc.unshare, 0x10020000))
attempt("shared memory", lambda: call(libc.shmget, 0, 4096, 0o1600))
attempt("another's memory", lambda: call(libc.ptrace, 16, int(peer), 0, 0))
attempt("short turns", lambda: schedule(os.SCHED_OTHER, 0, 250_000))
attempt("real-time priority", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))
attempt("real-time attributes", lambda: schedule(os.SCHED_FIFO, 1, 0))
attempt("program with privileges", lambda: os.chmod(os.open(home, os.O_RDONLY), 0o4700))
for line in open("/proc/self/status"):
    field, value = line.split(":", 1)
    if field in ("CapBnd", "CapEff", "NoNewPrivs", "Seccomp"):
        report[field] = value.strip()

with open(f"{runtime}/dragd/probe.json", "w") as file:
    json.dump(report, file)
NAMES = {"dragd": "org.dragd.Broker1", "dragclip": "org.dragd.Clipboard1"}
connection.send(message_bus.RequestName(NAMES[os.path.basename(sys.argv[0])]))
while True:
    call = connection.receive()
    if call.header.message_type is MessageType.method_call:
        connection.send(new_method_return(call))
