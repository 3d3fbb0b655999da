#!/usr/bin/python3
"""A window with an entry, in GTK 3 or GTK 4, that knows nothing of dragd.

    gtk-entry.py VERSION [TEXT]

Prints a line for each change: “TEXT|START|END”, where the selection is, or “TEXT||” without one.
"""

import sys

import gi

version, *words = sys.argv[1:]
gi.require_version("Gtk", f"{version}.0")
from gi.repository import GLib, Gtk


def tell(entry, *_):
    bounds = entry.get_selection_bounds()
    # GTK 4 tells too whether there is a selection.
    bounds = bounds[-2:] if len(bounds) and bounds[0] is not False else ()
    start, end = bounds or ("", "")
    print(f"{entry.get_text()}|{start}|{end}", flush=True)


def make():
    entry = Gtk.Entry(text=words[0] if words else "")
    for name in ("text", "cursor-position", "selection-bound"):
        entry.connect(f"notify::{name}", tell)
    return entry


if version == "4":
    Gtk.init()
entry = make()
loop = GLib.MainLoop()
window = Gtk.Window(title="Entry")
window.set_default_size(300, 100)
if version == "3":
    window.add(entry)
    window.connect("destroy", lambda *_: loop.quit())
    window.show_all()
else:
    window.set_child(entry)
    window.connect("close-request", lambda *_: loop.quit())
    window.present()
entry.grab_focus()
loop.run()
