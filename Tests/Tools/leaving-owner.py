#!/usr/bin/python3
"""Owns the bus name given as its argument, says so, and leaves the bus instead of answering the first call."""

import sys

from jeepney import MessageType
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

connection = open_dbus_connection("SESSION")
connection.send_and_get_reply(message_bus.RequestName(sys.argv[1]))
print("owner", flush=True)
while connection.receive().header.message_type is not MessageType.method_call:
    pass
