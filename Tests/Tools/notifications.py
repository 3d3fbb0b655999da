#!/usr/bin/python3
"""The desktop's notifications: prints a line for each, with its title, text and actions, presses it at once, and prints
a line when one is withdrawn."""

import sys

from jeepney import DBusAddress, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"

connection = open_dbus_connection("SESSION")
connection.send_and_get_reply(message_bus.RequestName(NAME))
print("ready", flush=True)
presses = "press" in sys.argv
count = 0
while True:
    call = connection.receive()
    if call.header.message_type is not MessageType.method_call:
        continue
    member = call.header.fields[3]
    if member == "Notify":
        count += 1
        _, _, _, title, text, actions, _, _ = call.body
        connection.send(new_method_return(call, "u", (count,)))
        print(f"{title}\t{text}\t{' '.join(actions[::2])}", flush=True)
        if presses:
            connection.send(new_signal(DBusAddress(PATH, interface=NAME), "ActionInvoked", "us", (count, "default")))
    elif member == "CloseNotification":
        connection.send(new_method_return(call, "", ()))
        print("withdrawn", flush=True)
    elif member == "GetCapabilities":
        connection.send(new_method_return(call, "as", (["body", "actions"],)))
    elif member == "GetServerInformation":
        connection.send(new_method_return(call, "ssss", ("tests", "tests", "1", "1.2")))
