#!/usr/bin/python3
"""Calls dragd as often as told and reads no answer: what dragd's replies cost when no program takes them.

    unreading.py ATTACK COUNT [OFFER]

ATTACK is one of those below; OFFER the path of an offer to accept, else one is made. Prints “flooding” when it
has stopped reading and “flooded” when all is sent; then it stays on the bus until its standard input ends.
"""

import sys

from jeepney import DBusAddress, HeaderFields, new_method_call
from jeepney.io.blocking import open_dbus_connection

BROKER = "org.dragd.Broker1"
ROOT = "/org/dragd/Broker1"
MIB = 1 << 20


def broker(interface, path=ROOT):
    return DBusAddress(path, bus_name=BROKER, interface=interface)


def offer(representations, **options):
    """An offer that ends with this program."""
    options["linger"] = ("t", 0)
    call = new_method_call(
        broker(BROKER), "Offer", "a(a{sv}aa{sv})a{sv}", ([({}, representations)], options))
    return ask(call)[0]


def ask(call):
    reply = connection.send_and_get_reply(call, timeout=60)
    if reply.header.message_type.name == "error":
        sys.exit(f"{reply.header.fields[HeaderFields.error_name]}: {reply.body}")
    return reply.body


def accepting(megabytes):
    def make(path):
        path = path or offer([
            {"type": ("s", f"a/{number}"), "data": ("ay", bytes(MIB))}
            for number in range(megabytes)])
        options = {"inline_max": ("t", MIB), "also": ("as", ["*/*"])}
        return new_method_call(
            broker("org.dragd.Offer1", path), "Accept", "auasa{sv}", ([], ["a/0"], options))
    return make


def listing(_):
    return new_method_call(
        broker("org.freedesktop.DBus.ObjectManager"), "GetManagedObjects")


def reading_items(path):
    return new_method_call(broker("org.dragd.Offer1", path), "GetItems", "uu", (0, 0))


def receiving(padding):
    def make(_):
        path = offer([{"type": ("s", "a/lazy")}], source=("o", "/source"))
        options = {"delivery": ("s", "file"), "start_timeout": ("t", 0)}
        (transfer, _), = ask(new_method_call(
            broker("org.dragd.Offer1", path), "Accept", "auasa{sv}", ([], [], options)))[0]
        more = {"padding": ("ay", bytes(padding))} if padding else {}
        return new_method_call(
            broker("org.dragd.Transfer1", transfer), "Receive", "sa{sv}", ("a/lazy", more))
    return make


ATTACKS = {
    "accept-2": accepting(2), "accept-15": accepting(15), "list": listing,
    "items": reading_items, "receive-long": receiving(MIB), "receive": receiving(0),
    "ping": lambda _: new_method_call(broker("org.freedesktop.DBus.Peer"), "Ping"),
}

attack, count = sys.argv[1], int(sys.argv[2])
connection = open_dbus_connection("SESSION")
call = ATTACKS[attack](sys.argv[3] if len(sys.argv) > 3 else None)
data = bytearray(connection._serialise(call, 1)[0])
print("flooding", flush=True)
for _ in range(count):
    data[8:12] = next(connection.outgoing_serial).to_bytes(4, "little")
    connection.sock.sendall(data)
print("flooded", flush=True)
sys.stdin.read()
