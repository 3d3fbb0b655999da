"""Values that fit their type and nothing else."""

import os
import socket

from .interfaces import ROOT, keys
from .wire import split

WORDS = [
    "", " ", "a", "copy", "move", "link", "stream", "file", "any", "all", "app", "connection", "none", "text/plain",
    "image/png", "*/*", "image/*", "*", "/", "a/b;c", "text/plain;charset=" + "\"" * 9, "TEXT/PLAIN; charset=utf-8",
    "..", ".", ".bashrc", "../../etc/passwd", "-rf", "a\nb", "\r\n", "\t", "\x01\x7f", "\x1b[2J", "%s%n%d",
    "a\u2028b", "\u202etxt.exe", "\u2066\u2067\u2069", "\ufeff", "\u200d" * 60, "a" + "\u0301" * 120 + ".bash_login",
    "\U000e0041\U000e007f", "\ufdd0\uffff", "\U0010ffff" * 64, "ﷺ" * 300, "x" * 255, "x" * 256, "x" * 1_024,
    "x" * 1_025, "x" * 65_536, "a/" + "b" * 253, ";" * 4_096, "\"" * 1_000, "a" * 26, "z" * 26, ":1.1", ":1.999999",
    "org.dragd.Broker1", "org.freedesktop.DBus", "org.dragd.Offer1",
]
PATHS = [
    "/", ROOT, ROOT + "/offer", ROOT + "/transfer", ROOT + "/target", ROOT + "/offer/" + "a" * 26,
    ROOT + "/transfer/" + "z" * 26, ROOT + "/target/_", ROOT + "/offer/A", ROOT + "/offer/a/b", "/org", "/a" * 500,
    "/" + "x" * 60_000, "/example/source",
]
SIGNATURES = ["", "s", "a{sv}", "v" * 255, "a" * 32 + "y", "(" * 31 + "y" + ")" * 31, "aa{sv}", "h", "a(a{sv}aa{sv})"]
RANGES = {
    "y": (0, 0xFF), "n": (-1 << 15, (1 << 15) - 1), "q": (0, 0xFFFF), "i": (-1 << 31, (1 << 31) - 1),
    "u": (0, (1 << 32) - 1), "x": (-1 << 63, (1 << 63) - 1), "t": (0, (1 << 64) - 1),
}
NUMBERS = [0, 1, 2, 255, 1_024, 65_535, 1 << 31, (1 << 31) - 1, (1 << 32) - 1, 1 << 62, (1 << 63) - 1, 1 << 63,
           (1 << 64) - 1]
DOUBLES = [0.0, -0.0, 1e308, -1e308, float("inf"), float("nan"), 5e-324]
VARIANTS = ["s", "o", "y", "b", "i", "u", "x", "t", "d", "as", "ay", "au", "a{sv}", "aa{sv}", "v", "(so)", "g", "h"]
# A bus ends the connection for what is 32 deep.
DEEPEST, TOO_DEEP = 20, 32


class Descriptors:
    """One of each kind that is no content, or not to be trusted; they stay open until `close`."""

    def __init__(self):
        reader, writer = os.pipe()
        full_reader, full_writer = os.pipe()
        os.set_blocking(full_writer, False)
        os.write(full_writer, bytes(4_096))
        one, other = socket.socketpair()
        unsealed, written = os.memfd_create("unsealed"), os.memfd_create("written")
        os.write(unsealed, b"content")
        sparse = os.memfd_create("sparse")
        os.ftruncate(sparse, 64 << 20)
        self.all = [
            reader, writer, full_reader, full_writer, one.detach(), other.detach(), unsealed, written, sparse,
            os.open(f"/proc/self/fd/{written}", os.O_WRONLY), os.open("/", os.O_RDONLY | os.O_DIRECTORY),
            os.open("/etc/passwd", os.O_PATH), os.open("/dev/zero", os.O_RDONLY), os.open("/dev/null", os.O_RDWR),
            os.open("/dev/full", os.O_RDWR), os.open("/proc/self/mem", os.O_RDONLY),
            os.open("/proc/self/environ", os.O_RDONLY), os.open("/etc/passwd", os.O_RDONLY), os.eventfd(0),
            os.pidfd_open(os.getpid()),
        ]

    def close(self):
        for each in self.all:
            os.close(each)
        self.all = []


class Hostile:
    def __init__(self, random):
        self.random = random
        self.keys = keys()
        self.open = Descriptors()
        self.descriptors = self.open.all
        # What there really is: ids of one's own and of others.
        self.paths = []

    def value(self, kind, depth=0):
        first = kind[0]
        if first == "a":
            return self.array(kind[1:], depth)
        if first in "({":
            return tuple(self.value(field, depth + 1) for field in split(kind[1:-1]))
        if first == "v":
            return self.variant(depth)
        if first in RANGES:
            low, high = RANGES[first]
            number = self.random.choice(NUMBERS) if self.random.random() < 0.8 else self.random.getrandbits(64)
            return number if low <= number <= high else self.random.choice([low, high, number & high])
        return {
            "s": self.text, "o": self.path, "g": lambda: self.random.choice(SIGNATURES),
            "d": lambda: self.random.choice(DOUBLES), "b": lambda: self.random.getrandbits(1),
            "h": lambda: self.random.choice(self.descriptors),
        }[first]()

    def text(self):
        if self.random.random() < 0.2 and self.paths:
            # The ids that stand for objects in arguments.
            return self.random.choice(self.paths).rsplit("/", 1)[1]
        return self.random.choice(WORDS)

    def path(self):
        return self.random.choice(self.paths if self.paths and self.random.random() < 0.5 else PATHS)

    def array(self, element, depth):
        if element == "y":
            return self.random.randbytes(self.random.choice([0, 1, 100, 4_096, 65_536]))
        if element == "{sv}":
            return self.dictionary(depth)
        if depth > 6:
            return []
        count = self.random.choice([0, 1, 1, 2, 3, 17])
        if depth == 0 and element in "ut":
            count = self.random.choice([count, 1_025, 10_000])
        elif depth == 0 and element == "s" and self.random.random() < 0.1:
            return [self.random.choice(["", "a/b", "*/*", "x" * 60])] * 1_025
        return [self.value(element, depth + 1) for _ in range(count)]

    def dictionary(self, depth=0):
        """Known and unknown keys, with their types and with others, and some of them twice."""
        entries = []
        for _ in range(self.random.choice([0, 1, 2, 4, 8])):
            if self.random.random() < 0.8:
                key = self.random.choice(list(self.keys))
                kind = self.keys[key] if self.random.random() < 0.7 else self.random.choice(VARIANTS)
                entries.append((key, (kind, self.value(kind, depth + 1))))
            else:
                entries.append((self.text(), self.variant(depth + 1)))
        if entries and self.random.random() < 0.3:
            entries.append(self.random.choice(entries))
        # These attacks are about what the attacker can break, not about what stays when it has gone.
        entries = [entry for entry in entries if entry[0] != "linger"]
        return entries + [("linger", ("t", 0))] if depth == 0 else entries

    def variant(self, depth=0):
        if self.random.random() < 0.15:
            return self.nested(self.random.choice([2, 8, DEEPEST]))
        kind = self.random.choice(VARIANTS[:13] if depth > 4 else VARIANTS)
        return kind, self.value(kind, depth + 1)

    def nested(self, depth):
        """An a{sv} in an a{sv}, so many deep."""
        value = ("s", "the bottom")
        for _ in range(depth):
            value = ("a{sv}", {"key": value})
        return value
