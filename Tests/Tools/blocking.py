#!/usr/bin/python3
"""Offers content and accepts it as often as told, one blocking call after the other. It looks at nothing but the reply
that it waits for, as many a program does: it answers no Ping.

    blocking.py COUNT BYTES

Prints how many of the contents came in the replies. Exit status 1: a call was refused.
"""

import sys

from jeepney import DBusAddress, HeaderFields, new_method_call
from jeepney.io.blocking import open_dbus_connection

BROKER = "org.dragd.Broker1"


def call(path, interface, member, signature, body):
    address = DBusAddress(path, bus_name=BROKER, interface=interface)
    reply = connection.send_and_get_reply(new_method_call(address, member, signature, body), timeout=60)
    if reply.header.message_type.name == "error":
        sys.exit(f"{reply.header.fields[HeaderFields.error_name]}: {reply.body}")
    return reply.body


count, size = int(sys.argv[1]), int(sys.argv[2])
connection = open_dbus_connection("SESSION", enable_fds=True)
content = {"type": ("s", "a/b"), "data": ("ay", bytes(size))}
offer, = call("/org/dragd/Broker1", BROKER, "Offer", "a(a{sv}aa{sv})a{sv}", ([({}, [content])], {"linger": ("t", 0)}))
inline = 0
for _ in range(count):
    options = {"inline_max": ("t", 1 << 20)}
    ((_, result),), = call(offer, "org.dragd.Offer1", "Accept", "auasa{sv}", ([], [], options))
    inline += len(result.get("data", ("ay", b""))[1]) == size
print(inline)
