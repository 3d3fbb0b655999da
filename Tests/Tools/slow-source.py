#!/usr/bin/python3
"""A window from which one thing can be dragged, or copied with Ctrl+C. It is a file's content, written once SIGUSR1 has
come.

    slow-source.py TYPE FILE

It prints “asked” when a program wants it, and “ended” when the destination has done with the drop.
"""

import signal
import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk


class Provider(Gdk.ContentProvider):
    def __init__(self, mime, data):
        super().__init__()
        self.mime, self.data = mime, data
        self.streams = []
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, self.answer)

    def do_ref_formats(self):
        return Gdk.ContentFormats.new([self.mime])

    def do_write_mime_type_async(self, mime, stream, priority, cancellable, callback, *data):
        # The callback is never called: the stream is closed here.
        self.streams.append(stream)
        print("asked", flush=True)

    def answer(self):
        for stream in self.streams:
            self.write(stream, 0)
        return GLib.SOURCE_CONTINUE

    def write(self, stream, start):
        if start >= len(self.data):
            stream.close_async(GLib.PRIORITY_DEFAULT, None, lambda *_: None)
            return

        def done(stream, result):
            self.write(stream, start + stream.write_bytes_finish(result))

        piece = GLib.Bytes.new(self.data[start:])
        stream.write_bytes_async(piece, GLib.PRIORITY_DEFAULT, None, done)

    def do_write_mime_type_finish(self, result):
        return True


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Source")
    window.set_default_size(300, 300)
    label = Gtk.Label(label="Drag me")
    provider = Provider(sys.argv[1], open(sys.argv[2], "rb").read())
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY, content=provider)
    source.connect("drag-end", lambda *_: print("ended", flush=True))
    label.add_controller(source)
    keys = Gtk.ShortcutController()
    keys.add_shortcut(Gtk.Shortcut(
        trigger=Gtk.ShortcutTrigger.parse_string("<Control>c"),
        action=Gtk.CallbackAction.new(lambda *_: window.get_clipboard().set_content(provider))))
    window.add_controller(keys)
    window.set_child(label)
    window.present()


application = Gtk.Application(application_id=None, flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
