"""One connection to the bus. Messages go out from any thread and come in on one of its own."""

import os
import threading

from jeepney import (
    Endianness, Header, HeaderFields, Message, MessageFlag, MessageType, new_method_return)
from jeepney.io.blocking import open_dbus_connection

from .values import body_to_bus, body_to_json

FIELDS = {
    "path": HeaderFields.path, "interface": HeaderFields.interface, "member": HeaderFields.member,
    "error": HeaderFields.error_name, "reply_to": HeaderFields.reply_serial,
    "destination": HeaderFields.destination, "signature": HeaderFields.signature,
}
KINDS = {
    "call": MessageType.method_call, "return": MessageType.method_return,
    "error": MessageType.error, "signal": MessageType.signal,
}


def build(kind, arguments=(), no_reply=False, **fields):
    """A message from JSON; `fields` are named as in FIELDS."""
    present = {FIELDS[name]: value for name, value in fields.items() if value not in (None, "")}
    body = body_to_bus(fields.get("signature") or "", arguments)
    flags = MessageFlag.no_reply_expected if no_reply else MessageFlag(0)
    return Message(Header(Endianness.little, KINDS[kind], flags, 1, 0, 0, present), body)


def describe(message):
    """A message as JSON; its descriptors are the peer's from now on."""
    fields = message.header.fields
    signature = fields.get(HeaderFields.signature, "")
    result = {name: fields[field] for name, field in FIELDS.items() if field in fields}
    result.update(
        signature=signature, sender=fields.get(HeaderFields.sender, ""),
        serial=message.header.serial, body=body_to_json(signature, message.body))
    return result


class Bus:
    def __init__(self, say, serve):
        """`say` prints an event; `serve` gets every call as (description) and returns what
        answers it."""
        self.say, self.serve = say, serve
        self.connection = open_dbus_connection("SESSION", enable_fds=True, auth_timeout=20)
        self.name = self.connection.unique_name
        self.sending = threading.Lock()
        self.waiting = {}
        self.hearing = threading.Event()
        self.hearing.set()
        threading.Thread(target=self.receive, daemon=True).start()

    def send(self, message, command=None, corrupt=None):
        """Sends; the answer to a call will be told as that of `command`. `corrupt` replaces bytes
        of the finished message: [from, to], both as long."""
        with self.sending:
            serial = next(self.connection.outgoing_serial)
            if command is not None:
                self.waiting[serial] = command
            data, descriptors = self.connection._serialise(message, serial)
            if corrupt:
                before, after = (bytes.fromhex(part) for part in corrupt)
                assert before in data and len(before) == len(after)
                data = data.replace(before, after)
            if descriptors:
                self.connection._send_with_fds(data, descriptors)
            else:
                self.connection.sock.sendall(data)
        return serial

    def flood(self, message, count):
        """Sends the same message so often, as fast as the socket takes it."""
        with self.sending:
            data = bytearray(self.connection._serialise(message, 1)[0])
            for _ in range(count):
                data[8:12] = next(self.connection.outgoing_serial).to_bytes(4, "little")
                self.connection.sock.sendall(data)

    def receive(self):
        try:
            while True:
                self.hearing.wait()
                self.take(self.connection.receive())
        except (OSError, ValueError, AttributeError, RuntimeError) as failure:
            self.say({"event": "disconnected", "why": str(failure)})

    def take(self, message):
        kind = message.header.message_type
        command = self.waiting.pop(message.header.fields.get(HeaderFields.reply_serial), None)
        description = describe(message)
        if kind is MessageType.method_call and description.get("member") == "Ping":
            # Every program on a bus must answer; the answer shows dragd that this one reads.
            self.send(new_method_return(message))
        elif kind is MessageType.method_call:
            # The present script answers: a test may send the next script once it has heard of the call.
            answer = self.serve(description)
            self.say({"event": "call", **description})
            answer()
        elif kind is MessageType.signal:
            self.say({"event": "signal", **description})
        elif command is None:
            self.say({"event": "stray", **description})
        elif kind is MessageType.method_return:
            self.say({"id": command, "reply": description["body"]})
        else:
            text = description["body"][0] if description["signature"].startswith("s") else ""
            self.say({"id": command, "error": description["error"], "message": text})

    def leave(self):
        """Leaves the bus at once; the socket itself may still be read by the other thread."""
        self.connection.sock.shutdown(2)

    def vanish(self):
        os._exit(0)
