#!/usr/bin/python3
"""Sends dragd the longest messages that a bus takes, and measures how long others wait meanwhile: for the bus itself,
and for dragd behind it.

    long-messages.py [MEBIBYTES [COUNT]]      60 MiB, 8 of each kind

Prints for each kind of content the longest wait of a GetId of the bus and of a Ping of dragd, in milliseconds, without
and with the messages.
"""

import os
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from attack.connection import BUS, BUS_PATH, PEER, Connection, Refused  # noqa: E402
from attack.interfaces import ROOT  # noqa: E402
from attack.messages import long_calls  # noqa: E402
from attack.party import BROKER, MEBIBYTE  # noqa: E402
from attack.wire import CALL, message  # noqa: E402

size = int(sys.argv[1]) if len(sys.argv) > 1 else 60
count = int(sys.argv[2]) if len(sys.argv) > 2 else 8


def longest(watcher, destination, path, interface, member, until):
    worst = 0
    while True:
        began = time.monotonic()
        watcher.call(destination, path, interface, member)
        worst = max(worst, time.monotonic() - began)
        if until():
            return worst * 1_000
        time.sleep(0.001)


def watch(until):
    """The longest waits for the bus and for dragd, at the same time."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        over = lambda: os.getppid() != parent or os.path.exists(mark)  # noqa: E731
        worst = longest(Connection(), BUS, BUS_PATH, BUS, "GetId", over)
        os.write(writing, f"{worst:.0f}".encode())
        os._exit(0)
    worst = longest(Connection(), BROKER, ROOT, PEER, "Ping", until)
    open(mark, "w").close()
    os.waitpid(child, 0)
    bus = os.read(reading, 100).decode()
    os.close(reading)
    os.close(writing)
    os.remove(mark)
    return f"{bus:>6} {worst:>6.0f}"


def send(data):
    child = os.fork()
    if child == 0:
        sender = Connection()
        for _ in range(count):
            serial = sender.next_serial()
            sender.send_bytes(data[:8] + serial.to_bytes(4, "little") + data[12:])
            try:
                sender.wait(serial)
            except Refused:
                pass
        os._exit(0)
    return lambda: os.waitpid(child, os.WNOHANG)[0] != 0


parent, mark = os.getpid(), tempfile.mktemp(prefix="long-messages-")
print(f"{'ms':<20}{'bus':>6} {'dragd':>6}")
end = time.monotonic() + 1
print(f"{'no message':<20}{watch(lambda: time.monotonic() > end)}")
for name, member, signature, values in long_calls(size):
    data, _ = message(
        CALL, 1, signature, values, destination=BROKER, path=ROOT, interface=BROKER, member=member)
    print(f"{name:<20}{watch(send(data))}   {len(data) / MEBIBYTE:.1f} MiB", flush=True)
