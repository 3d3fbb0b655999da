#!/usr/bin/python3
"""A Wayland compositor that has only seats and their selections.

    data-control-compositor.py SOCKET [--protocols ext,wlr] [--seats NAME,NAME] [WAY]...

It speaks the wire protocol by itself, offers ext-data-control-v1 and, for wl-copy and wl-paste,
wlr-data-control-unstable-v1, and prints “ready” once it listens. By default it does as wlroots does. The ways in which
others differ:

    --silent-start      does not announce a selection without an owner to a new program (KWin)
    --cancel-last       cancels a source only after it has announced the next one
    --keep-destroyed    a destroyed source stays the selection until a program sets another
    --deaf              accepts connections and reads nothing

Lines on standard input: “remove NAME” removes a seat, “add NAME” adds one, “error now” ends every connection with a
protocol error. Each is answered with “done”.
"""

import argparse
import array
import os
import selectors
import socket
import struct
import sys

DISPLAY = 1
FLAVOURS = {"ext": ("ext_data_control_manager_v1", 1), "wlr": ("zwlr_data_control_manager_v1", 2)}
SELECTIONS = ("clipboard", "primary")


def main():
    options = arguments()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(options.socket)
    listener.listen(16)
    print("ready", flush=True)
    Compositor(options, listener).run()


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("socket")
    parser.add_argument("--protocols", default="ext,wlr")
    parser.add_argument("--seats", default="seat0")
    for way in ("--silent-start", "--cancel-last", "--keep-destroyed", "--deaf"):
        parser.add_argument(way, action="store_true")
    return parser.parse_args()


class Source:
    def __init__(self, client, number):
        self.client, self.number, self.types = client, number, []
        self.is_alive = True

    def cancel(self):
        if self.is_alive:
            self.client.event(self.number, 1)


class Seat:
    """A seat's name as a global, and who owns what."""

    def __init__(self, compositor, name, number):
        self.compositor, self.name, self.number = compositor, name, number
        self.owners = dict.fromkeys(SELECTIONS)
        self.devices = []  # (client, object)

    def set(self, selection, source):
        before = self.owners[selection]
        late = self.compositor.options.cancel_last
        if before and before is not source and not late:
            before.cancel()
        self.owners[selection] = source
        for client, device in self.devices:
            client.announce(device, selection, source)
        if before and before is not source and late:
            before.cancel()

    def source_ended(self, source):
        for selection in SELECTIONS:
            if self.owners[selection] is source and not self.compositor.options.keep_destroyed:
                self.set(selection, None)


class Compositor:
    def __init__(self, options, listener):
        self.options, self.listener = options, listener
        self.selector = selectors.DefaultSelector()
        self.selector.register(listener, selectors.EVENT_READ, self.accept)
        self.selector.register(sys.stdin, selectors.EVENT_READ, self.command)
        self.clients = []
        self.numbers = 0
        self.managers = {}
        for name in options.protocols.split(",") if options.protocols else ():
            self.managers[self.next()] = FLAVOURS[name]
        self.seats = []
        for name in options.seats.split(",") if options.seats else ():
            self.seats.append(Seat(self, name, self.next()))

    def next(self):
        self.numbers += 1
        return self.numbers

    def run(self):
        while True:
            for key, _ in self.selector.select():
                key.data()
            # A client that turns out to have left makes events for those before it.
            while waiting := [client for client in self.clients if client.outgoing]:
                for client in waiting:
                    client.flush()

    def accept(self):
        connection = self.listener.accept()[0]
        client = Client(self, connection)
        self.clients.append(client)
        if not self.options.deaf:
            self.selector.register(connection, selectors.EVENT_READ, client.readable)

    def leave(self, client):
        self.clients.remove(client)
        self.selector.unregister(client.socket)
        client.socket.close()
        for seat in self.seats:
            seat.devices = [device for device in seat.devices if device[0] is not client]
        for entry in list(client.objects.values()):
            if isinstance(entry, Source):
                entry.is_alive = False
                for seat in self.seats:
                    seat.source_ended(entry)

    def command(self):
        line = sys.stdin.readline()
        if not line:
            return self.selector.unregister(sys.stdin)
        verb, name = line.split()
        if verb == "error":
            for client in list(self.clients):
                client.fail("as told")
        elif verb == "add":
            seat = Seat(self, name, self.next())
            self.seats.append(seat)
            for client in self.clients:
                client.announce_global(seat.number, "wl_seat", 7)
        else:
            seat = next(seat for seat in self.seats if seat.name == name)
            self.seats.remove(seat)
            for client in self.clients:
                for registry in client.registries:
                    client.event(registry, 1, struct.pack("=I", seat.number))
        print("done", flush=True)


class Client:
    """A connection: its objects, and what is still to be written."""

    def __init__(self, compositor, connection):
        self.compositor, self.socket = compositor, connection
        self.objects = {DISPLAY: "display"}
        self.registries = []
        self.server_objects = 0xFF000000
        self.received, self.descriptors = b"", []
        self.outgoing = []  # (bytes, descriptor or None)
        self.has_left = False

    # Reading

    def readable(self):
        try:
            room = socket.CMSG_SPACE(28 * 4)
            data, ancillary, _, _ = self.socket.recvmsg(65536, room)
        except ConnectionError:
            data, ancillary = b"", []
        for level, kind, content in ancillary:
            numbers = array.array("i")
            numbers.frombytes(content)
            self.descriptors += numbers
        if not data:
            return self.leave()
        self.received += data
        while len(self.received) >= 8:
            target, word = struct.unpack_from("=II", self.received)
            size = word >> 16
            if len(self.received) < size:
                break
            body, self.received = self.received[8:size], self.received[size:]
            self.request(target, word & 0xFFFF, Arguments(body))
            if self.has_left:
                break

    def leave(self):
        if not self.has_left:
            self.has_left = True
            self.compositor.leave(self)

    def request(self, target, opcode, arguments):
        entry = self.objects.get(target)
        if entry == "display":
            self.display_request(opcode, arguments)
        elif entry == "registry":
            self.bind(arguments)
        elif isinstance(entry, Source):
            self.source_request(target, entry, opcode, arguments)
        elif isinstance(entry, tuple):
            getattr(self, f"{entry[0]}_request")(target, entry, opcode, arguments)
        else:
            self.fail(f"no object {target}")

    def fail(self, text):
        self.event(DISPLAY, 0, struct.pack("=II", DISPLAY, 3) + packed(text))
        self.flush()
        self.leave()

    def display_request(self, opcode, arguments):
        number = arguments.word()
        if opcode == 0:
            self.event(number, 0, struct.pack("=I", 0))
            self.delete(number)
            return
        self.objects[number] = "registry"
        self.registries.append(number)
        for name, (interface, version) in self.compositor.managers.items():
            self.announce_global(name, interface, version, number)
        for seat in self.compositor.seats:
            self.announce_global(seat.number, "wl_seat", 7, number)

    def announce_global(self, name, interface, version, registry=None):
        for number in [registry] if registry else self.registries:
            self.event(number, 0, struct.pack("=I", name) + packed(interface) + struct.pack("=I", version))

    def bind(self, arguments):
        name, interface, _, number = arguments.word(), arguments.text(), arguments.word(), arguments.word()
        if interface == "wl_seat":
            seat = next(seat for seat in self.compositor.seats if seat.number == name)
            self.objects[number] = ("seat", seat)
            self.event(number, 0, struct.pack("=I", 0))
            self.event(number, 1, packed(seat.name))
        else:
            self.objects[number] = ("manager",)

    def seat_request(self, target, entry, opcode, arguments):
        if opcode != 3:
            return self.fail("this seat has neither pointer nor keyboard")
        self.delete(target)

    def manager_request(self, target, entry, opcode, arguments):
        if opcode == 2:
            return self.delete(target)
        number = arguments.word()
        if opcode == 0:
            self.objects[number] = Source(self, number)
            return
        seat = self.objects[arguments.word()][1]
        self.objects[number] = ("device", seat)
        seat.devices.append((self, number))
        for selection in SELECTIONS:
            source = seat.owners[selection]
            if source or not self.compositor.options.silent_start:
                self.announce(number, selection, source)

    def device_request(self, target, entry, opcode, arguments):
        seat = entry[1]
        if opcode == 1:
            seat.devices.remove((self, target))
            return self.delete(target)
        source = self.objects.get(arguments.word())
        seat.set(SELECTIONS[0] if opcode == 0 else SELECTIONS[1], source)

    def source_request(self, target, source, opcode, arguments):
        if opcode == 0:
            source.types.append(arguments.raw())
            return
        source.is_alive = False
        self.delete(target)
        for seat in self.compositor.seats:
            seat.source_ended(source)

    def offer_request(self, target, entry, opcode, arguments):
        if opcode == 1:
            return self.delete(target)
        kind, descriptor = arguments.raw(), self.descriptors.pop(0)
        source = entry[1]
        if source.is_alive:
            source.client.event(source.number, 0, packed_bytes(kind), descriptor)
        else:
            os.close(descriptor)

    # Writing

    def announce(self, device, selection, source):
        number = 0
        if source:
            number = self.server_objects
            self.server_objects += 1
            self.objects[number] = ("offer", source)
            self.event(device, 0, struct.pack("=I", number))
            for kind in source.types:
                self.event(number, 0, packed_bytes(kind))
        self.event(device, 1 if selection == "clipboard" else 3, struct.pack("=I", number))

    def delete(self, number):
        self.objects.pop(number, None)
        if number < 0xFF000000:
            self.event(DISPLAY, 1, struct.pack("=I", number))

    def event(self, number, opcode, body=b"", descriptor=None):
        header = struct.pack("=II", number, (8 + len(body)) << 16 | opcode)
        self.outgoing.append((header + body, descriptor))

    def flush(self):
        try:
            while self.outgoing and not self.has_left:
                data, descriptor = self.outgoing.pop(0)
                while descriptor is None and self.outgoing and self.outgoing[0][1] is None and len(data) < 32768:
                    data += self.outgoing.pop(0)[0]
                rights = []
                if descriptor is not None:
                    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))]
                sent = self.socket.sendmsg([data], rights)
                if sent < len(data):
                    self.socket.sendall(data[sent:])
                if descriptor is not None:
                    os.close(descriptor)
        except ConnectionError:
            self.leave()


class Arguments:
    def __init__(self, body):
        self.body, self.place = body, 0

    def word(self):
        self.place += 4
        return struct.unpack_from("=I", self.body, self.place - 4)[0]

    def raw(self):
        length = self.word()
        start = self.place
        self.place += (length + 3) // 4 * 4
        return self.body[start:start + length - 1]

    def text(self):
        return self.raw().decode()


def packed_bytes(text):
    text += b"\0"
    return struct.pack("=I", len(text)) + text + b"\0" * (-len(text) % 4)


def packed(text):
    return packed_bytes(text.encode())


main()
