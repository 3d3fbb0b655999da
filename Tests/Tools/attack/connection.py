"""A connection to the session bus over its bare socket."""

import array
import os
import select
import socket
import time

from .wire import CALL, ERROR, NO_REPLY, RETURN, Message, lengths, message

BUS = "org.freedesktop.DBus"
BUS_PATH = "/org/freedesktop/DBus"
PEER = "org.freedesktop.DBus.Peer"
# How long the bus may take to take what is sent, and to pass on an answer.
TIMEOUT = 60
DESCRIPTORS_AT_ONCE = 253


class Disconnected(Exception):
    """The bus has ended the connection, or takes nothing more from it."""


class Silent(Exception):
    """No answer came in all the time that there was for it."""


class Refused(Exception):
    """An error reply."""

    def __init__(self, reply):
        body = reply.body() if reply.signature.startswith("s") else [""]
        super().__init__(f"{reply.error}: {body[0]}")
        self.name = reply.error


class Connection:
    def __init__(self, timeout=TIMEOUT):
        self.timeout = timeout
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.incoming, self.received = bytearray(), []
        # Those that came with the bytes of messages that are not complete yet.
        self.rights = []
        self.serial = 0
        try:
            self.socket.settimeout(timeout)
            self.socket.connect(address())
            self.authenticate()
            (self.name,) = self.call(BUS, BUS_PATH, BUS, "Hello")
        except OSError as failure:
            self.close()
            raise Disconnected(str(failure)) from failure
        except BaseException:
            self.close()
            raise

    def authenticate(self):
        user = str(os.getuid()).encode().hex()
        self.socket.sendall(b"\0AUTH EXTERNAL " + user.encode() + b"\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n")
        for wanted in b"OK ", b"AGREE_UNIX_FD":
            line = b""
            while not line.endswith(b"\r\n"):
                byte = self.socket.recv(1)
                if not byte:
                    raise Disconnected("the bus hung up before it had authenticated")
                line += byte
            if not line.startswith(wanted):
                raise Disconnected(f"the bus said {line!r} instead of {wanted!r}")

    # Sending

    def next_serial(self):
        self.serial += 1
        return self.serial

    def send_bytes(self, data, descriptors=()):
        """Descriptors stay the caller's."""
        rest = memoryview(data)
        try:
            if descriptors:
                rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
                rest = rest[self.socket.sendmsg([rest], rights):]
            self.socket.sendall(rest)
        except OSError as failure:
            raise Disconnected(str(failure)) from failure

    def send(self, kind, signature="", values=(), flags=0, is_big=False, **fields):
        serial = self.next_serial()
        self.send_bytes(*message(kind, serial, signature, values, flags, is_big, **fields))
        return serial

    def start(self, destination, path, interface, member, signature="", values=(), flags=0, is_big=False):
        """Sends a call; returns its serial."""
        return self.send(
            CALL, signature, values, flags, is_big, destination=destination, path=path, interface=interface,
            member=member)

    def answer(self, call, signature="", values=(), error=None, is_big=False):
        self.send(
            ERROR if error else RETURN, signature, values, NO_REPLY, is_big, destination=call.sender,
            reply_to=call.serial, error=error)

    # Receiving

    def call(self, destination, path, interface, member, signature="", values=(), is_big=False):
        """The values of the reply; what else comes meanwhile is kept in `received`."""
        return self.wait(self.start(destination, path, interface, member, signature, values, 0, is_big)).body()

    def wait(self, serial, timeout=None):
        """The reply to a call; the descriptors in it are the caller's."""
        seen, end = len(self.received), time.monotonic() + (timeout or self.timeout)
        while True:
            for index, each in enumerate(self.received[seen:], seen):
                if each.kind in (RETURN, ERROR) and each.reply_to == serial:
                    del self.received[index]
                    if each.kind == ERROR:
                        raise Refused(each)
                    return each
            seen = len(self.received)
            if time.monotonic() > end:
                raise Silent(f"no answer to call {serial} within {timeout or self.timeout} s")
            self.receive(1)

    def settle(self, destination):
        """Waits until `destination` has served all that was sent to it before; what has come is thrown away."""
        self.call(destination, "/", PEER, "Ping")
        self.forget()

    def receive(self, timeout=0):
        """Takes in what there is, or comes within `timeout` seconds."""
        # Not select(2), whose descriptors end at 1,024.
        waiting = select.poll()
        waiting.register(self.socket, select.POLLIN)
        if not waiting.poll(timeout * 1_000):
            return
        try:
            data, ancillary, _, _ = self.socket.recvmsg(1 << 20, socket.CMSG_SPACE(4 * DESCRIPTORS_AT_ONCE))
        except OSError as failure:
            raise Disconnected(str(failure)) from failure
        if not data:
            raise Disconnected("the bus hung up")
        descriptors = array.array("i")
        for _, _, rights in ancillary:
            descriptors.frombytes(rights[:len(rights) - len(rights) % 4])
        self.incoming += data
        self.rights += descriptors
        self.take()

    def take(self):
        while len(self.incoming) >= 16:
            order, body, end = lengths(self.incoming)
            if len(self.incoming) < end:
                break
            each = Message(bytes(self.incoming[:end]), order, body)
            del self.incoming[:end]
            count = each.fields.get("descriptors", 0)
            each.descriptors, self.rights = self.rights[:count], self.rights[count:]
            if each.kind == CALL and each.interface == PEER and each.member == "Ping":
                # The answer shows that this program reads; every program on a bus must answer.
                self.answer(each)
            else:
                self.received.append(each)

    def exchange(self, data):
        """Sends all of it and reads meanwhile, without a look at what comes, but that Pings are answered."""
        rest, end = memoryview(data), time.monotonic() + self.timeout
        self.socket.setblocking(False)
        try:
            while rest:
                if time.monotonic() > end:
                    raise Silent("not all was taken in the time that there was for it")
                readable, writable, _ = select.select([self.socket], [self.socket], [], 1)
                if writable:
                    rest = rest[self.socket.send(rest[:1 << 16]):]
                if readable:
                    self.skim()
        except OSError as failure:
            raise Disconnected(str(failure)) from failure
        finally:
            self.socket.settimeout(self.timeout)

    def skim(self):
        """Reads what there is and keeps nothing of it."""
        data = self.socket.recv(1 << 20)
        if not data:
            raise Disconnected("the bus hung up")
        self.incoming += data
        start, count = 0, len(self.incoming)
        while count - start >= 16:
            order, body, end = lengths(memoryview(self.incoming)[start:start + 16])
            if count - start < end:
                break
            if self.incoming[start + 1] == CALL:
                self.answer(Message(bytes(self.incoming[start:start + end]), order, body))
            start += end
        del self.incoming[:start]

    def forget(self):
        for each in self.received:
            each.close()
        self.received = []

    def close(self):
        self.forget()
        for descriptor in self.rights:
            os.close(descriptor)
        self.rights = []
        self.socket.close()


def address():
    """The path of the socket, from DBUS_SESSION_BUS_ADDRESS."""
    text = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    for each in text.split(";"):
        transport, _, keys = each.partition(":")
        path = dict(key.split("=", 1) for key in keys.split(",")).get("path")
        if transport == "unix" and path:
            return path
    raise ValueError(f"DBUS_SESSION_BUS_ADDRESS is “{text}”; it needs unix:path=…")
