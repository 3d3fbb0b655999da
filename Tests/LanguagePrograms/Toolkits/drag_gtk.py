#!/usr/bin/python3
"""drag_gtk.py FOLDER: a window to drag a table from, and to drop things onto, into a folder."""
import sys
import threading
import dragd
import gi
gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk

WORDS = "The first 200,000 squares"
offer = None


def table(stream):
    stream.writelines(b"%d,%d\n" % (n, n * n) for n in range(200_000))


def prepare(_source, _x, _y):
    """The content of the drag: the path of an offer, and a text for programs that know no dragd."""
    global offer
    if offer:
        offer.withdraw()  # that of the last drag; what is on its way arrives
    item = dragd.Item("squares.csv", {"text/csv": table, "text/plain;charset=utf-8": WORDS})
    offer = dragd.offer(item, private=True)
    path = GLib.Bytes.new(offer.path.encode())
    return Gdk.ContentProvider.new_union([
        Gdk.ContentProvider.new_for_bytes(dragd.OFFER_TYPE, path),
        Gdk.ContentProvider.new_for_value(WORDS)])


class Path(GObject.Object):
    """The type of the value that GTK makes of a path."""


def read(deserializer):
    stream = deserializer.get_input_stream()
    stream.read_bytes_async(255, GLib.PRIORITY_DEFAULT, None, was_read, deserializer)


def was_read(stream, result, deserializer):
    path = stream.read_bytes_finish(result).get_data()
    deserializer.return_success()  # the drag is over; dragd transfers the items
    threading.Thread(target=save, args=(path,), daemon=True).start()


def entered(_target, _drop, _x, _y):
    say("Let go to save it")
    return Gdk.DragAction.COPY


def dropped(_target, drop, _x, _y):
    # Not read_async(): Python would free the name of the type, which is GTK's.
    drop.read_value_async(Path, GLib.PRIORITY_DEFAULT, None, lambda *_: drop.finish(Gdk.DragAction.COPY))
    return True


def save(path):
    try:
        for item in dragd.offered(path).items:
            GLib.idle_add(say, f"Saved {item.save(sys.argv[1]).name}")
    except (dragd.Error, OSError) as error:
        GLib.idle_add(say, str(error))


def say(words):
    place.set_label(words)
    print(words, flush=True)


def activate(application):
    global place
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.connect("prepare", prepare)
    thing = Gtk.Label(label="Drag me")
    thing.add_controller(source)
    formats = Gdk.ContentFormats.new([dragd.OFFER_TYPE])
    target = Gtk.DropTargetAsync(formats=formats, actions=Gdk.DragAction.COPY)
    target.connect("drag-enter", entered)
    target.connect("drop", dropped)
    place = Gtk.Label(label="Drop here")
    place.add_controller(target)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, homogeneous=True)
    box.append(thing)
    box.append(place)
    window = Gtk.ApplicationWindow(application=application, title="GTK, Python", child=box)
    window.set_default_size(300, 300)
    window.present()


Gdk.content_register_deserializer(dragd.OFFER_TYPE, Path, read)
application = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
