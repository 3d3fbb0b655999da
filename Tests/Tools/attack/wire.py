"""D-Bus messages as bytes (D-Bus specification, “Message Protocol”), in both byte orders, and as wrong as they can be.

A dictionary is a dict or, with keys that repeat, a list of pairs. A variant is (signature, value). A descriptor is its
number here, or an `Index` that stands in the message as it is.
"""

import os
import struct

FIXED = {"y": "B", "b": "I", "n": "h", "q": "H", "i": "i", "u": "I", "x": "q", "t": "Q", "d": "d", "h": "I"}
ALIGNMENT = {"y": 1, "g": 1, "v": 1, "n": 2, "q": 2, "x": 8, "t": 8, "d": 8, "(": 8, "{": 8}
CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
NO_REPLY, NO_AUTO_START = 1, 2
# Header fields: number and type.
FIELDS = {
    "path": (1, "o"), "interface": (2, "s"), "member": (3, "s"), "error": (4, "s"), "reply_to": (5, "u"),
    "destination": (6, "s"), "sender": (7, "s"), "signature": (8, "g"), "descriptors": (9, "u"),
}
FIELD_NAMES = {number: name for name, (number, _) in FIELDS.items()}


class Index(int):
    """The index of a descriptor, whether there is such a descriptor or not."""


def split(signature):
    """The complete types of a signature."""
    kinds, position = [], 0
    while position < len(signature):
        end = end_of_type(signature, position)
        kinds.append(signature[position:end])
        position = end
    return kinds


def end_of_type(signature, position):
    while signature[position] == "a":
        position += 1
    if signature[position] not in "({":
        return position + 1
    depth = 0
    while True:
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(signature[position], 0)
        position += 1
        if depth == 0:
            return position


class Writer:
    def __init__(self, is_big):
        self.order = ">" if is_big else "<"
        self.data = bytearray()
        self.descriptors = []

    def align(self, count):
        self.data += bytes(-len(self.data) % count)

    def fixed(self, kind, value):
        code = FIXED[kind]
        self.align(struct.calcsize(code))
        self.data += struct.pack(self.order + code, value)

    def text(self, value, kind="s"):
        data = value if isinstance(value, bytes) else value.encode()
        self.fixed("y" if kind == "g" else "u", len(data))
        self.data += data + b"\0"

    def array(self, element, value):
        self.fixed("u", 0)
        place = len(self.data) - 4
        self.align(ALIGNMENT.get(element[0], 4))
        start = len(self.data)
        if isinstance(value, (bytes, bytearray)):
            self.data += value
        else:
            for each in value.items() if isinstance(value, dict) else value:
                self.append(element, each)
        struct.pack_into(self.order + "I", self.data, place, len(self.data) - start)

    def append(self, kind, value):
        first = kind[0]
        if first == "a":
            self.array(kind[1:], value)
        elif first in "({":
            self.align(8)
            for field, each in zip(split(kind[1:-1]), value, strict=True):
                self.append(field, each)
        elif first == "v":
            signature, inner = value
            self.text(signature, "g")
            for field in split(signature):
                self.append(field, inner)
        elif first in "sog":
            self.text(value, first)
        elif first == "h" and not isinstance(value, Index):
            self.descriptors.append(value)
            self.fixed("h", len(self.descriptors) - 1)
        else:
            self.fixed(first, value)


def message(kind, serial, signature="", values=(), flags=0, is_big=False, **fields):
    """The bytes of a message and its descriptors. `fields` are named as in FIELDS."""
    body = Writer(is_big)
    for each, value in zip(split(signature), values, strict=True):
        body.append(each, value)
    fields["signature"] = signature
    if body.descriptors:
        fields["descriptors"] = len(body.descriptors)
    head = Writer(is_big)
    head.data += struct.pack(
        head.order + "cBBBII", b"B" if is_big else b"l", kind, flags, 1, len(body.data), serial)
    head.array("(yv)", [(FIELDS[name][0], (FIELDS[name][1], value)) for name, value in fields.items() if value])
    head.align(8)
    return bytes(head.data + body.data), body.descriptors


class Reader:
    def __init__(self, data, order, position=0):
        self.data, self.order, self.position = data, order, position

    def align(self, count):
        self.position += -self.position % count

    def fixed(self, kind):
        code = FIXED[kind]
        self.align(struct.calcsize(code))
        (value,) = struct.unpack_from(self.order + code, self.data, self.position)
        self.position += struct.calcsize(code)
        return value

    def text(self, kind):
        length = self.fixed("y" if kind == "g" else "u")
        start, self.position = self.position, self.position + length + 1
        return bytes(self.data[start:start + length]).decode()

    def array(self, element):
        length = self.fixed("u")
        self.align(ALIGNMENT.get(element[0], 4))
        end = self.position + length
        if element == "y":
            start, self.position = self.position, end
            return bytes(self.data[start:end])
        values = []
        while self.position < end:
            values.append(self.read(element))
        return dict(values) if element[0] == "{" else values

    def read(self, kind):
        first = kind[0]
        if first == "a":
            return self.array(kind[1:])
        if first in "({":
            self.align(8)
            return tuple(self.read(field) for field in split(kind[1:-1]))
        if first == "v":
            signature = self.text("g")
            return signature, self.read(signature)
        return self.text(first) if first in "sog" else self.fixed(first)


class Message:
    """A message that has come in."""

    def __init__(self, data, order, body_start):
        self.kind, self.flags = data[1], data[2]
        reader = Reader(data, order, 8)
        self.serial = reader.fixed("u")
        self.fields = {FIELD_NAMES.get(number, number): value for number, (_, value) in reader.read("a(yv)")}
        self.data, self.order, self.body_start = data, order, body_start
        self.descriptors = []

    def __getattr__(self, name):
        if name not in FIELDS:
            raise AttributeError(name)
        return self.fields.get(name, "")

    def close(self):
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = []

    def body(self):
        # Alignment counts from the body's beginning, which is a multiple of eight in the message.
        reader = Reader(self.data, self.order, self.body_start)
        return [reader.read(kind) for kind in split(self.signature)]


def lengths(head):
    """Of a message's first 16 bytes: its byte order, where its body begins, and where it ends."""
    order = ">" if head[:1] == b"B" else "<"
    (body,) = struct.unpack_from(order + "I", head, 4)
    (fields,) = struct.unpack_from(order + "I", head, 12)
    start = 16 + fields + -fields % 8
    return order, start, start + body
