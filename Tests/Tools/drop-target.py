#!/usr/bin/python3
"""A window that text can be dropped on. It asks for a move, reads all of it, and ends the drop as its argument says.

    drop-target.py moves       it has moved
    drop-target.py refuses     it was not taken
    drop-target.py waits       it was taken, once SIGUSR1 has come

It prints “over” when something is held over it, and “read” with what it has read.
"""

import signal
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk

TYPE = "text/plain;charset=utf-8"
kept = []


def take():
    while kept:
        kept.pop().finish(Gdk.DragAction.COPY)
    return GLib.SOURCE_CONTINUE


def over(target, drop, x, y):
    print("over", flush=True)
    wanted = Gdk.DragAction.COPY if sys.argv[1] == "waits" else Gdk.DragAction.MOVE
    return wanted if drop.get_actions() & wanted else Gdk.DragAction(0)


def dropped(target, drop, x, y):
    def done(drop, result):
        end(drop, drop.read_value_finish(result))

    drop.read_value_async(GObject.TYPE_STRING, GLib.PRIORITY_DEFAULT, None, done)
    return True


def end(drop, content):
    print("read", content, flush=True)
    if sys.argv[1] == "moves":
        drop.finish(Gdk.DragAction.MOVE)
    elif sys.argv[1] == "refuses":
        drop.finish(Gdk.DragAction(0))
    else:
        kept.append(drop)


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Target")
    window.set_default_size(300, 300)
    label = Gtk.Label(label="Drop here")
    target = Gtk.DropTargetAsync(
        formats=Gdk.ContentFormats.new([TYPE]),
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
