#!/usr/bin/python3
"""GTK's clipboard on the X server at DISPLAY; with GDK_BACKEND=wayland, on the compositor at WAYLAND_DISPLAY.

    gtk-clipboard.py VERSION own TYPE=FILE…   owns it with these, prints “owns” and stays until its input ends
    gtk-clipboard.py 4 own-files FILE…        owns these files; on Wayland at a press of a key in its window, once that
                                              is “active”
    gtk-clipboard.py VERSION read TYPE=FILE   pastes that type into the file
    gtk-clipboard.py 3 store TEXT             owns a text, asks the clipboard manager to keep it, and ends
    gtk-clipboard.py 3 store-picture FILE     does the same with a picture
    gtk-clipboard.py 3 window TEXT            owns a text when its window has the focus, and prints “owns”; pastes for
                                              each line of its input, and prints what it got

VERSION is 3 or 4.
"""

import sys

import gi


def content(words):
    for word in words:
        name, path = word.split("=", 1)
        with open(path, "rb") as file:
            yield name, file.read()


class Gtk3:
    def __init__(self):
        gi.require_version("Gtk", "3.0")
        gi.require_version("Gdk", "3.0")
        from gi.repository import Gdk, GLib, Gtk
        self.gdk, self.glib, self.gtk = Gdk, GLib, Gtk
        self.clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
        # Owners need a time of the server: that of a window's event.
        self.window = Gtk.Invisible()

    def own(self, words):
        data = list(content(words))
        # Gtk.Clipboard.set_with_data is not for Python: a widget owns the selection itself.
        self.window.add_events(self.gdk.EventMask.PROPERTY_CHANGE_MASK)
        for number, (name, _) in enumerate(data):
            self.gtk.selection_add_target(
                self.window, self.gdk.SELECTION_CLIPBOARD, self.gdk.Atom.intern(name, False), number)
        self.window.connect("selection-get", lambda widget, selection, number, time: selection.set(
            selection.get_target(), 8, data[number][1]))
        if not self.gtk.selection_owner_set(self.window, self.gdk.SELECTION_CLIPBOARD, 0):
            sys.exit("GTK could not own the selection")
        self.gdk.Display.get_default().sync()

    def read(self, name):
        found = self.clipboard.wait_for_contents(self.gdk.Atom.intern(name, False))
        return found.get_data() if found else None

    def store(self, text):
        self.clipboard.set_text(text, -1)
        self.clipboard.set_can_store(None)
        self.clipboard.store()

    def store_picture(self, path):
        gi.require_version("GdkPixbuf", "2.0")
        from gi.repository import GdkPixbuf
        self.clipboard.set_image(GdkPixbuf.Pixbuf.new_from_file(path))
        self.clipboard.set_can_store(None)
        self.clipboard.store()

    def show(self, text):
        """Some servers let only the program with the focus copy and paste."""
        window = self.gtk.Window()

        def own():
            window.disconnect(handler)
            self.clipboard.set_text(text, -1)
            self.gdk.Display.get_default().sync()
            print("owns", flush=True)

        handler = window.connect("notify::is-active", lambda *_: window.is_active() and own())
        window.show_all()

        def paste(*_):
            if not sys.stdin.readline():
                self.gtk.main_quit()
            else:
                self.clipboard.request_text(lambda _, pasted: print(f"pasted {pasted}", flush=True))
            return True
        self.glib.io_add_watch(0, self.glib.IO_IN | self.glib.IO_HUP, paste)
        self.gtk.main()

    def stay(self):
        self.glib.io_add_watch(0, self.glib.IO_HUP, lambda *_: self.gtk.main_quit())
        self.gtk.main()


class Gtk4:
    def __init__(self):
        gi.require_version("Gtk", "4.0")
        gi.require_version("Gdk", "4.0")
        from gi.repository import Gdk, Gio, GLib, Gtk
        self.gdk, self.gio, self.glib, self.gtk = Gdk, Gio, GLib, Gtk
        Gtk.init()
        self.loop = GLib.MainLoop()
        self.clipboard = Gdk.Display.get_default().get_clipboard()

    def own(self, words):
        providers = [self.gdk.ContentProvider.new_for_bytes(name, self.glib.Bytes.new(data))
                     for name, data in content(words)]
        self.clipboard.set_content(self.gdk.ContentProvider.new_union(providers))
        self.gdk.Display.get_default().sync()

    def own_files(self, paths):
        files = self.gdk.FileList.new_from_list([self.gio.File.new_for_path(path) for path in paths])
        # Wayland compositors let a program copy only when a key or a button was pressed in its window.
        if type(self.clipboard.get_display()).__name__.startswith("GdkWayland"):
            window, keys, pressed = self.gtk.Window(), self.gtk.EventControllerKey(), []
            keys.connect("key-pressed", lambda *_: pressed.append(True))
            window.add_controller(keys)
            window.connect("notify::is-active", lambda *_: window.is_active() and print("active", flush=True))
            window.present()
            while not pressed:
                self.glib.MainContext.default().iteration(True)
        self.clipboard.set_content(self.gdk.ContentProvider.new_for_value(files))
        self.gdk.Display.get_default().sync()

    def read(self, name):
        wanted = "text/plain;charset=utf-8" if name == "UTF8_STRING" else name
        found = []

        def failed(error):
            print(error, file=sys.stderr)
            self.loop.quit()

        def opened(clipboard, result):
            try:
                stream, _ = clipboard.read_finish(result)
            except self.glib.Error as error:
                return failed(error)
            output = self.gio.MemoryOutputStream.new_resizable()
            close = self.gio.OutputStreamSpliceFlags.CLOSE_TARGET
            # The stream is fed by the loop: reading without it would wait for ever.
            output.splice_async(stream, close, self.glib.PRIORITY_DEFAULT, None, copied)

        def copied(output, result):
            try:
                output.splice_finish(result)
                found.append(output.steal_as_bytes().get_data())
            except self.glib.Error as error:
                return failed(error)
            self.loop.quit()

        # GTK learns the owner's targets first.
        def look():
            if not self.clipboard.get_formats().contain_mime_type(wanted):
                return True
            self.clipboard.read_async([wanted], 0, None, opened)
            return False
        self.glib.timeout_add(10, look)
        self.loop.run()
        return found[0] if found else None

    def stay(self):
        self.glib.io_add_watch(0, self.glib.IO_HUP, lambda *_: self.loop.quit())
        self.loop.run()


if __name__ == "__main__":
    version, verb, *words = sys.argv[1:]
    program = Gtk3() if version == "3" else Gtk4()
    if verb == "own":
        program.own(words)
        print("owns", flush=True)
        program.stay()
    elif verb == "own-files":
        program.own_files(words)
        print("owns", flush=True)
        program.stay()
    elif verb == "store":
        program.store(words[0])
    elif verb == "store-picture":
        program.store_picture(words[0])
    elif verb == "window":
        program.show(words[0])
    else:
        name, path = words[0].split("=", 1)
        data = program.read(name)
        if data is None:
            sys.exit(f"GTK could not read {name}")
        with open(path, "wb") as file:
            file.write(data)
