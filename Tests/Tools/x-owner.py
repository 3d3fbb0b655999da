#!/usr/bin/python3
"""Owns CLIPBOARD on the X server at DISPLAY and does with it what owners should not.

    x-owner.py BEHAVIOUR [SIZE] [CHUNK]

BEHAVIOUR is the name of a function below that ends in “owner”, without that. SIZE and CHUNK count for those that send
bytes: SIZE in all, CHUNK at once. Prints “owns” once it owns the selection, then stays until it is ended.
"""

import os
import sys
import time

from Xlib import X, Xatom, display
from Xlib.protocol import event


class Owner:
    """One window that owns CLIPBOARD; `convert` gets each request but those for TARGETS."""

    def __init__(self, convert, targets=("text/plain",)):
        self.display = display.Display()
        self.window = self.make_window()
        self.convert = convert
        self.targets = [self.atom(name) for name in ("TARGETS", *targets)]
        self.write_targets = self.write_usual_targets

    def atom(self, name):
        # A name may be any bytes, and most are ASCII.
        return self.display.intern_atom(name.encode("latin-1"))

    def make_window(self):
        return self.display.screen().root.create_window(
            0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)

    def own(self):
        # A change of nothing tells the server's time.
        self.window.change_property(self.atom("X_OWNER_TIME"), Xatom.INTEGER, 32, [0])
        while True:
            told = self.display.next_event()
            if told.type == X.PropertyNotify:
                break
        self.window.set_selection_owner(self.atom("CLIPBOARD"), told.time)
        self.display.sync()
        print("owns", flush=True)

    def run(self):
        self.own()
        while True:
            told = self.display.next_event()
            if told.type != X.SelectionRequest:
                continue
            if told.target == self.targets[0]:
                self.write_targets(told)
            else:
                self.convert(self, told)
            self.display.flush()

    def write_usual_targets(self, request):
        request.requestor.change_property(request.property, Xatom.ATOM, 32, self.targets)
        self.notify(request)

    def notify(self, request, is_there=True):
        request.requestor.send_event(event.SelectionNotify(
            time=request.time, requestor=request.requestor, selection=request.selection,
            target=request.target, property=request.property if is_there else X.NONE))

    def write(self, request, data, kind=None):
        request.requestor.change_property(request.property, kind or request.target, 8, data)

    def announce(self, request, size):
        """Begins an incremental transfer."""
        request.requestor.change_attributes(event_mask=X.PropertyChangeMask)
        request.requestor.change_property(request.property, self.atom("INCR"), 32, [size])
        self.notify(request)
        self.display.flush()

    def await_deletion(self, request):
        while True:
            told = self.display.next_event()
            if told.type == X.PropertyNotify and told.atom == request.property and \
                    told.state == X.PropertyDelete:
                return


def content(size):
    return bytes(index % 251 for index in range(min(size, 251))) * (size // 251) + \
        bytes(index % 251 for index in range(size % 251))


def honest_owner(size, chunk):
    """Sends everything incrementally."""
    def convert(owner, request):
        data = content(size)
        owner.announce(request, size)
        for start in range(0, size + chunk, chunk):
            owner.await_deletion(request)
            owner.write(request, data[start:start + chunk])
            if not data[start:start + chunk]:
                break
    return Owner(convert)


def silent_owner(size, chunk):
    """Tells its targets and answers nothing else."""
    return Owner(lambda owner, request: None)


def mute_owner(size, chunk):
    """Answers nothing."""
    owner = Owner(lambda owner, request: None)
    owner.write_targets = lambda request: None
    return owner


def slow_owner(size, chunk):
    """Prints “asked” when it is asked for its targets, and tells them once its input has ended."""
    def convert(owner, request):
        owner.write(request, content(size))
        owner.notify(request)
    owner = Owner(convert)

    def write_targets(request):
        print("asked", flush=True)
        sys.stdin.read()
        owner.write_usual_targets(request)
    owner.write_targets = write_targets
    return owner


def refusing_owner(size, chunk):
    return Owner(lambda owner, request: owner.notify(request, is_there=False))


def half_owner(size, chunk):
    """Sends one chunk and no more."""
    def convert(owner, request):
        owner.announce(request, size)
        owner.await_deletion(request)
        owner.write(request, content(chunk))
        print("sent", flush=True)
    return Owner(convert)


def dying_owner(size, chunk):
    """Sends one chunk, waits until it was taken, and ends."""
    def convert(owner, request):
        owner.announce(request, size)
        owner.await_deletion(request)
        owner.write(request, content(chunk))
        owner.await_deletion(request)
        os._exit(0)
    return Owner(convert)


def leaving_owner(size, chunk):
    """Gives everything at once and ends without waiting for any requestor."""
    def convert(owner, request):
        owner.write(request, content(size))
        owner.notify(request)
        owner.display.sync()
        os._exit(0)
    return Owner(convert)


def lying_owner(size, chunk):
    """Announces four gigabytes and sends a few bytes."""
    def convert(owner, request):
        owner.announce(request, 0xffffffff)
        owner.await_deletion(request)
        owner.write(request, content(size))
        owner.await_deletion(request)
        owner.write(request, b"")
    return Owner(convert)


def empty_owner(size, chunk):
    """Announces chunks and sends the end at once."""
    def convert(owner, request):
        owner.announce(request, size)
        owner.await_deletion(request)
        owner.write(request, b"")
    return Owner(convert)


def overwriting_owner(size, chunk):
    """Writes the next chunk over one that was not taken yet."""
    def convert(owner, request):
        owner.announce(request, size)
        owner.await_deletion(request)
        for _ in range(20):
            owner.write(request, content(chunk))
        owner.display.sync()
    return Owner(convert)


def boasting_owner(size, chunk):
    """Says that the property is there, and it is not."""
    return Owner(lambda owner, request: owner.notify(request))


def repeating_owner(size, chunk):
    """Announces chunks once more in place of a chunk."""
    def convert(owner, request):
        owner.announce(request, size)
        owner.await_deletion(request)
        request.requestor.change_property(request.property, owner.atom("INCR"), 32, [size])
    return Owner(convert)


def shrinking_owner(size, chunk):
    """Gives a property of several slices, and replaces it by a small one as soon as its input has a line."""
    def convert(owner, request):
        for start in range(0, size, 200_000):
            request.requestor.change_property(
                request.property, request.target, 8, content(min(200_000, size - start)),
                mode=X.PropModeAppend if start else X.PropModeReplace)
        owner.notify(request)
        owner.display.sync()
        sys.stdin.readline()
        owner.write(request, b"small")
        owner.display.sync()
        print("shrunk", flush=True)
    return Owner(convert)


def wide_owner(size, chunk):
    """Gives numbers of 32 bits."""
    def convert(owner, request):
        request.requestor.change_property(request.property, Xatom.INTEGER, 32, [1, 2, 3])
        owner.notify(request)
    return Owner(convert)


def textual_owner(size, chunk):
    """Tells its targets as a text."""
    owner = Owner(lambda owner, request: None)

    def write_targets(request):
        request.requestor.change_property(request.property, Xatom.STRING, 8, b"text/plain text/html")
        owner.notify(request)
    owner.write_targets = write_targets
    return owner


def crowded_owner(size, chunk):
    """Tells 100,000 targets, of which SIZE are atoms with names of their own."""
    owner = Owner(lambda owner, request: None, [f"application/x-target-{number}" for number in range(size)])
    targets = owner.targets + list(range(1_000_000, 1_100_000 - len(owner.targets)))

    def write_targets(request):
        for start in range(0, len(targets), 50_000):
            request.requestor.change_property(
                request.property, Xatom.ATOM, 32, targets[start:start + 50_000],
                mode=X.PropModeAppend if start else X.PropModeReplace)
        owner.notify(request)
    owner.write_targets = write_targets
    return owner


def foreign_owner(size, chunk):
    """Has a target whose name is not UTF-8, one that is no atom, and doubles."""
    owner = Owner(lambda owner, request: None, ["text/plain", "text/caf\xe9", "text/html", "text/plain"])
    owner.targets += [0, 999_999_999]
    return owner


def storming_owner(size, chunk):
    """Changes the owner SIZE times, a thousand times a second."""
    owner = Owner(lambda owner, request: None)
    windows = [owner.window, owner.make_window()]
    run = owner.run

    def storm():
        owner.own()
        begin = time.monotonic()
        for number in range(size):
            windows[number % 2].set_selection_owner(owner.atom("CLIPBOARD"), X.CurrentTime)
            owner.display.flush()
            time.sleep(max(0, begin + number / 1000 - time.monotonic()))
        print("stormed", flush=True)
        run()
    owner.run = storm
    return owner


if __name__ == "__main__":
    behaviour, *numbers = sys.argv[1:]
    numbers = [int(number) for number in numbers] + [0, 1]
    globals()[f"{behaviour}_owner"](numbers[0], numbers[1]).run()
