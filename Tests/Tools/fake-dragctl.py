#!/usr/bin/python3
"""Owns the name of a dragctl on the session bus, and answers every call with success.

    fake-dragctl.py [NAME]

Without a NAME it requests the one that fits its connection. Prints the name when it owns it, then a line for each call.
"""

import re
import sys

from jeepney import MessageFlag, MessageType, message_bus, new_method_return
from jeepney.io.blocking import open_dbus_connection

connection = open_dbus_connection("SESSION")
own = "n" + re.sub("[^0-9A-Za-z]", "_", connection.unique_name[1:])
name = sys.argv[1] if len(sys.argv) > 1 else f"org.dragd.Dragctl1.{own}"
connection.send_and_get_reply(message_bus.RequestName(name))
print(name, flush=True)
while True:
    call = connection.receive()
    if call.header.message_type is MessageType.method_call:
        print("called", flush=True)
        if not call.header.flags & MessageFlag.no_reply_expected:
            connection.send(new_method_return(call))
