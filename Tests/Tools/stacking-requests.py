#!/usr/bin/python3
"""Prints the state that programs on an X display ask a window manager for, one a line (EWMH, _NET_WM_STATE)."""

from Xlib import X, display

connection = display.Display()
root = connection.screen().root
root.change_attributes(event_mask=X.SubstructureNotifyMask)
kind = connection.intern_atom("_NET_WM_STATE")
connection.sync()
print("ready", flush=True)
while True:
    event = connection.next_event()
    if event.type == X.ClientMessage and event.client_type == kind:
        action, first = event.data[1][:2]
        print("add" if action == 1 else f"action {action}", connection.get_atom_name(first), flush=True)
