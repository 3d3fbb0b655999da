#!/usr/bin/python3
"""Offers content of every kind, and prints everything about offers, to be compared before and after a restart of dragd.

    persistence-peer.py offer FOLDER   prints the offers' paths, a line each, and stays until its input ends
    persistence-peer.py show PATH...   accepts everything once and prints what it is

FOLDER gets the file that is offered by reference.
"""

import fcntl
import hashlib
import os
import sys

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

ROOT = "/org/dragd/Broker1"
MEGABYTE = 1_000_000
SEALED = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE

connection = open_dbus_connection("SESSION", enable_fds=True)


def call(path, interface, member, signature="", *arguments):
    address = DBusAddress(path, bus_name="org.dragd.Broker1", interface=interface)
    reply = connection.send_and_get_reply(
        new_method_call(address, member, signature, arguments), timeout=120)
    if reply.header.message_type is MessageType.error:
        sys.exit(f"{member}: {reply.body}")
    return reply.body


def text(value):
    return ("s", value)


def memory(size, seals):
    descriptor = os.memfd_create("persistence", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    block = bytes(range(251)) * 4_000
    written = 0
    while written < size:
        written += os.write(descriptor, block[: size - written])
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
    return descriptor


def held(kind, descriptor, **more):
    return {"type": text(kind), "fd": ("h", descriptor), **more}


def data(kind, content, **more):
    return {"type": text(kind), "data": ("ay", content), **more}


def offer(items, **options):
    (path,) = call(ROOT, "org.dragd.Broker1", "Offer", "a(a{sv}aa{sv})a{sv}", items, options)
    print(path, flush=True)


def offer_everything(folder):
    file = os.path.join(folder, "referenced")
    with open(file, "wb") as writer:
        writer.write(os.urandom(MEGABYTE))
    label = text("A hundred megabytes")
    sealed = memory(100 * MEGABYTE, SEALED)
    # One open file description twice: the service manager would keep it once.
    offer(
        [({"name": text("large")}, [held("image/tiff", sealed), held("image/x-raw", sealed)])],
        label=label)
    offer([({"name": text("on disk")}, [held("video/ogg", memory(70 * MEGABYTE, 0))])])
    offer([({}, [held("application/pdf", os.open(file, os.O_RDONLY))])], linger=("t", 60_000))
    offer(
        [
            ({"name": text("note"), "key": text("k1")}, [
                data("text/html", b"<b>small</b>"),
                data("text/plain", b"small", visibility=text("app"))]),
            ({"local": text("mine")}, [data("image/png", os.urandom(200_000))]),
        ],
        expires_in=("t", 3_600_000), operations=("as", ["copy", "link"]))
    offer([({}, [data("text/plain", b"a secret path")])], private=("b", True), uses=("u", 3))
    sys.stdin.read()


def describe(descriptor):
    digest, size = hashlib.sha256(), 0
    while block := os.read(descriptor, 1 << 20):
        digest.update(block)
        size += len(block)
    try:
        seals = hex(fcntl.fcntl(descriptor, fcntl.F_GET_SEALS))
    except OSError:
        seals = "none"
    return f"{size} bytes, seals {seals}, sha256 {digest.hexdigest()}"


def show_content(path, item, kind):
    (((transfer, keys),),) = call(
        path, "org.dragd.Offer1", "Accept", "auasa{sv}", [item], [kind], {"delivery": text("file")})
    if "fd" not in keys:
        (keys,) = call(transfer, "org.dragd.Transfer1", "Receive", "sa{sv}", kind, {})
    descriptor = keys["fd"][1].to_raw_fd()
    print(f"  item {item} as {kind}: {describe(descriptor)}")
    if transfer != "/":
        call(transfer, "org.dragd.Transfer1", "Finish", "a{sv}", {})


def show(path):
    (properties,) = call(
        path, "org.freedesktop.DBus.Properties", "GetAll", "s", "org.dragd.Offer1")
    print(path)
    for name, (_, value) in sorted(properties.items()):
        print(f"  {name} = {value}")
    (items,) = call(path, "org.dragd.Offer1", "GetItems", "uu", 0, 0)
    for index, (attributes, representations) in enumerate(items):
        print(f"  item {index}: {sorted(attributes.items())}")
        for keys in representations:
            print(f"    {sorted(keys.items())}")
            show_content(path, index, keys["type"][1])


match sys.argv[1:]:
    case ["offer", folder]:
        offer_everything(folder)
    case ["show", *paths]:
        for each in paths:
            show(each)
    case _:
        sys.exit(__doc__)
