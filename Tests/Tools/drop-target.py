#!/usr/bin/python3
"""A window that text can be dropped on. It asks for a move, reads all of it, and ends the drop as its argument says.

    drop-target.py moves       it has moved
    drop-target.py refuses     it was not taken
    drop-target.py waits       it was taken, once SIGUSR1 has come
    drop-target.py copies FILE it was copied; takes files and pictures too, and writes a picture as PNG into the file

It prints “over” when something is held over it, and “read” with what it has read: the text, or the paths of files.
"""

import signal
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk

TYPE = "text/plain;charset=utf-8"
KINDS = (Gdk.Texture, Gdk.FileList, GObject.TYPE_STRING)
kept = []


def take():
    while kept:
        kept.pop().finish(Gdk.DragAction.COPY)
    return GLib.SOURCE_CONTINUE


def over(target, drop, x, y):
    print("over", flush=True)
    wanted = Gdk.DragAction.COPY if sys.argv[1] in ("waits", "copies") else Gdk.DragAction.MOVE
    return wanted if drop.get_actions() & wanted else Gdk.DragAction(0)


def dropped(target, drop, x, y):
    def done(drop, result):
        end(drop, drop.read_value_finish(result))

    wanted = GObject.TYPE_STRING
    if sys.argv[1] == "copies":
        wanted = next(kind for kind in KINDS if drop.get_formats().contain_gtype(kind) or any(
            drop.get_formats().contain_mime_type(name) for name in readable(kind)))
    drop.read_value_async(wanted, GLib.PRIORITY_DEFAULT, None, done)
    return True


def readable(kind):
    """The names of the types from which GTK makes this kind of value."""
    builder = Gdk.ContentFormatsBuilder.new()
    builder.add_gtype(kind)
    return Gdk.ContentFormats.union_deserialize_mime_types(builder.to_formats()).get_mime_types()


def end(drop, content):
    if isinstance(content, Gdk.Texture):
        content.save_to_png(sys.argv[2])
        content = sys.argv[2]
    elif isinstance(content, Gdk.FileList):
        content = " ".join(file.get_path() for file in content.get_files())
    print("read", content, flush=True)
    if sys.argv[1] == "moves":
        drop.finish(Gdk.DragAction.MOVE)
    elif sys.argv[1] == "copies":
        drop.finish(Gdk.DragAction.COPY)
    elif sys.argv[1] == "refuses":
        drop.finish(Gdk.DragAction(0))
    else:
        kept.append(drop)


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Target")
    window.set_default_size(300, 300)
    label = Gtk.Label(label="Drop here")
    target = Gtk.DropTargetAsync(
        formats=Gdk.ContentFormats.new(
            [TYPE] + ([name for kind in KINDS for name in readable(kind)] if sys.argv[1] == "copies" else [])),
        actions=Gdk.DragAction.COPY | Gdk.DragAction.MOVE)
    target.connect("drag-enter", over)
    target.connect("drag-motion", over)
    target.connect("drop", dropped)
    label.add_controller(target)
    window.set_child(label)
    window.present()


GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, take)
application = Gtk.Application(application_id=None, flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
