#!/usr/bin/python3
"""Owns the bus name given as its argument and answers every call with that call's own body."""

import sys

from jeepney import HeaderFields, MessageType, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

connection = open_dbus_connection("SESSION")
# Do not wait for the reply: the call that the bus started this program for comes before it.
connection.send(message_bus.RequestName(sys.argv[1]))
while True:
    call = connection.receive()
    if call.header.message_type is MessageType.method_call:
        signature = call.header.fields.get(HeaderFields.signature, "")
        connection.send(new_method_return(call, signature, call.body))
