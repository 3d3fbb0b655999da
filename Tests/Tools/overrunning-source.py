#!/usr/bin/python3
"""Offers a type of its own of which it promises the most bytes that a promise can name, and a picture of five.

    overrunning-source.py

It sends the five bytes of the picture, and at SIGUSR1 one more. It prints “offered” once they are on offer.
"""

import os
import signal

import dbus
import dbus.service
import gi
from dbus.mainloop.glib import DBusGMainLoop

gi.require_version("GLib", "2.0")
from gi.repository import GLib

BROKER = "org.dragd.Broker1"


class Source(dbus.service.Object):
    @dbus.service.method(
        "org.dragd.Source1", in_signature="oushoa{sv}", out_signature="a{sv}",
        async_callbacks=("reply", "fail"))
    def Provide(self, offer, item, kind, descriptor, transfer, options, reply, fail):
        pipe = descriptor.take()
        os.write(pipe, b"12345")

        def overrun():
            os.write(pipe, b"6")
            os.close(pipe)
            reply({})
            return GLib.SOURCE_REMOVE

        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, overrun)


DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
source = Source(bus, "/source")


def lazy(kind, size):
    return dbus.Dictionary({"type": kind, "size": dbus.UInt64(size)}, signature="sv")


item = dbus.Struct(
    (
        dbus.Dictionary({"name": "picture"}, signature="sv"),
        dbus.Array(
            [lazy("application/x-own", 2**63 - 1), lazy("image/png", 5)],
            signature="a{sv}"),
    ),
    signature="a{sv}aa{sv}")
broker = dbus.Interface(bus.get_object(BROKER, "/org/dragd/Broker1"), BROKER)
broker.Offer(
    dbus.Array([item], signature="(a{sv}aa{sv})"),
    dbus.Dictionary({"source": dbus.ObjectPath("/source")}, signature="sv"))
print("offered", flush=True)
GLib.MainLoop().run()
