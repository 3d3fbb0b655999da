#!/usr/bin/python3
"""A window from which one thing can be dragged, and that writes it as its argument says.

    drag-source.py TYPE all FILE       all of a file
    drag-source.py TYPE silent         nothing, ever
    drag-source.py TYPE half FILE      half of a file, then nothing, ever

It prints each type that it is asked for, and “written” once the display server has all that it will get.
"""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk

CHUNK = 1 << 16


class Provider(Gdk.ContentProvider):
    def __init__(self, mime, data):
        super().__init__()
        self.mime, self.data = mime, data
        self.running = []

    def do_ref_formats(self):
        return Gdk.ContentFormats.new([self.mime])

    def do_write_mime_type_async(self, mime, stream, priority, cancellable, callback, *data):
        print("asked", mime, flush=True)
        # The answer never comes: what is written is all there is.
        self.running.append((stream, cancellable))
        self.write(stream, 0)

    def write(self, stream, start):
        if start >= len(self.data):
            print("written", flush=True)
            return
        piece = GLib.Bytes.new(self.data[start:start + CHUNK])

        def done(stream, result):
            self.write(stream, start + stream.write_bytes_finish(result))

        stream.write_bytes_async(piece, GLib.PRIORITY_DEFAULT, None, done)

    def do_write_mime_type_finish(self, result):
        return True


def provider(mime, how, *file):
    content = open(file[0], "rb").read() if file else b""
    if how == "all":
        return Gdk.ContentProvider.new_for_bytes(mime, GLib.Bytes.new(content))
    return Provider(mime, content[:len(content) // 2])


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Source")
    window.set_default_size(200, 100)
    label = Gtk.Label(label="Drag me")
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.connect("prepare", lambda *_: provider(*sys.argv[1:]))
    label.add_controller(source)
    window.set_child(label)
    window.present()


application = Gtk.Application(application_id=None, flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
