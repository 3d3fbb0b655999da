#!/usr/bin/python3
"""What the module dragd promises, each with a dragd: checks.py NAME FOLDER."""

import io
import os
import signal
import sys
import threading
import time

import dragd
from dragd import _bus
from gi.repository import Gio, GLib

FOLDER = os.path.abspath(sys.argv[2])
TEXT = "text/plain;charset=utf-8"


def raised(body, *arguments, **named):
    try:
        body(*arguments, **named)
    except dragd.Error as error:
        return error
    raise AssertionError("no error")


def first(offer):
    return dragd.offered(offer.path).items[0]


def kill_dragd():
    bus = "org.freedesktop.DBus"
    answer = _bus.session().call(
        "/org/freedesktop/DBus", bus, "GetConnectionUnixProcessID", GLib.Variant("(s)", (_bus.BROKER,)), to=bus)
    os.kill(answer.body.unpack()[0], signal.SIGKILL)


def until(body):
    """Waits until a function returns something; the test that runs this has the limit."""
    while True:
        try:
            if found := body():
                return found
        except dragd.Error:
            pass
        time.sleep(0.001)


def content():
    """Each kind of content arrives as it is, with its name, and many items in several messages."""
    path = os.path.join(FOLDER, "a file")
    with open(path, "wb") as file:
        file.write(b"file" * 1000)
    os.chmod(path, 0o640)
    os.utime(path, (1_000_000, 1_000_000))
    large = os.urandom(3_000_000)
    items = [
        dragd.Item("text", {TEXT: "größer"}), dragd.Item("large", {"application/x-a": large}),
        dragd.Item.file(path), dragd.Item(None, {"application/x-empty": b""}),
        dragd.Item("lazy", {"application/x-a": dragd.Lazy(lambda stream: stream.write(large), len(large))}),
    ] + [dragd.Item(f"{n}", {"application/x-n": large[:100_000]}) for n in range(40)]
    offer = dragd.offer(items, label="Things", private=True)
    seen = dragd.offered(offer.path)
    assert seen.label == "Things" and len(seen.items) == 45 and seen.source_name == "checks.py"
    assert [one.read() for one in seen.items[:5]] == ["größer".encode(), large, b"file" * 1000, b"", large]
    assert all(one.read() == large[:100_000] for one in seen.items[5:])
    # A file that is saved keeps its time and its permissions, and replaces none.
    saved = [seen.items[2].save(FOLDER) for _ in range(2)]
    assert [one.name for one in saved] == ["a file (1)", "a file (2)"]
    assert saved[0].stat().st_mode & 0o777 == 0o640 and saved[0].stat().st_mtime == 1_000_000
    # A text stream on top is closed with what is below it.
    text = dragd.offer(dragd.Item("t", {TEXT: lambda stream: io.TextIOWrapper(stream, "utf-8").write("ü" * 9)}))
    assert first(text).read() == ("ü" * 9).encode()


def progress_and_cancel():
    """Progress rises to the whole; a cancelled transfer ends here and at its source, and leaves no file."""
    ends = []
    ended = threading.Event()

    def forever(stream):
        while True:
            stream.write(bytes(1 << 20))

    def note(end):
        ends.append(end)
        ended.set()

    whole = dragd.offer(dragd.Item("whole", {"a/b": dragd.Lazy(lambda stream: stream.write(bytes(5 << 20)), 5 << 20)}))
    steps = []
    first(whole).save(FOLDER, progress=lambda done, total: steps.append((done, total)))
    assert steps == sorted(steps) and steps[-1] == (5 << 20, 5 << 20) and len(steps) > 1
    offer = dragd.offer(dragd.Item("endless", {"a/b": forever}), private=True, ended=note)
    cancellable = Gio.Cancellable()
    stop = {"progress": lambda done, total: cancellable.cancel(), "cancellable": cancellable}
    assert raised(first(offer).save, FOLDER, **stop).code == "Cancelled"
    assert ended.wait(20) and ends[0].operation == "none" and ends[0].error.code == "Cancelled", ends
    assert raised(first(offer).save, FOLDER, cancellable=cancellable).code == "Cancelled"
    # By what the caller's own function raises, and by a limit.
    for error, arguments in [
        (KeyError, {"progress": lambda done, total: {}[done]}), (dragd.Error, {"limit": 10})
    ]:
        ended.clear()
        try:
            first(offer).read(**arguments)
        except error:
            pass
        assert ended.wait(20)
    assert os.listdir(FOLDER) == ["whole"], os.listdir(FOLDER)


def errors():
    """An error has the contract's code; what a callback raises stays in its program, unless it is for others."""
    assert raised(dragd.find, "a/b").code == "NoSuchOffer"
    assert raised(dragd.find, "no type").code == "InvalidType"
    for path in ["", "/etc/passwd", "/org/dragd/Broker1/offer/../x", b"\xff", "/org/dragd/Broker1/offer/" + "a" * 26]:
        assert raised(dragd.offered, path).code == "NoSuchOffer"
    assert raised(dragd.drop, "/org/dragd/Broker1/offer/" + "a" * 26, "nobody").code == "NoSuchTarget"

    def secret(stream):
        stream.write(b"half")
        raise RuntimeError("password")

    def meant(stream):
        raise dragd.Error("SourceFailed", "no paper")

    kinds = {"a/secret": secret, "a/meant": meant, "a/short": dragd.Lazy(lambda stream: stream.write(b"half"), 8)}
    offer = dragd.offer(dragd.Item(None, kinds), private=True)
    item = first(offer)
    assert raised(item.read, "image/png").code == "NotAcceptable"
    assert raised(item.move, FOLDER).code == "OperationNotAllowed"
    error = raised(item.save, FOLDER, "a/secret")
    assert error.code == "SourceFailed" and "password" not in error.message
    error = raised(item.read, "a/meant")
    assert error.code == "SourceFailed" and "no paper" in error.message and "GDBus" not in error.message
    assert raised(item.save, FOLDER, "a/short").code == "Truncated"
    assert os.listdir(FOLDER) == []
    offer.withdraw()
    assert offer.is_over and raised(item.read).code == "NoSuchOffer"
    used = dragd.offer(dragd.Item(None, {TEXT: "once"}), uses=1)
    assert first(used).read() == b"once" and used.wait(20)


def targets():
    """A target performs, proposes and refuses; the dropper learns what dragd saw."""
    drops = []

    def perform(drop):
        drops.append(drop)
        if drop.offer.label == "bad":
            raise OSError("/secret/path")
        drop.save(FOLDER)

    def propose(proposed):
        if proposed.offer.label == "never":
            raise dragd.Error("Forbidden", "not this one")
        return proposed.operations[0]

    target = dragd.target("Inbox", ["text/*"], perform, label="In", propose=propose)
    (found,) = dragd.targets("Inbox")
    assert (found.path, found.label) == (target.path, "In")
    result = dragd.drop(dragd.offer(dragd.Item("plain", {TEXT: "plain"})), "Inbox")
    assert (result.operation, result.items, result.bytes) == ("copy", 1, 5), result
    # dragd refuses bad names of sources itself; what is left is cleaned here.
    assert raised(dragd.offer, dragd.Item("../x", {TEXT: "x"})).code == "InvalidArgs"
    offer = dragd.offer([dragd.Item(name, {TEXT: name}) for name in [".profile", "x", "x"]])
    dragd.drop(offer, found)
    assert sorted(os.listdir(FOLDER)) == ["_profile", "plain", "x", "x (1)"], os.listdir(FOLDER)
    error = raised(dragd.drop, dragd.offer(dragd.Item("a", {TEXT: "a"}), label="bad"), "Inbox")
    assert error.code == "TargetFailed" and "secret" not in error.message, (error.code, error.message)
    error = raised(dragd.drop, dragd.offer(dragd.Item("a", {TEXT: "a"}), label="never"), "Inbox")
    assert (error.code, error.message) == ("Forbidden", "not this one"), (error.code, error.message)
    assert len(drops) == 3
    target.unregister()
    assert target.is_over and dragd.targets("Inbox") == []


def restart():
    """A dragd that starts again has the offers and the targets again."""
    arrived = threading.Event()
    offer = dragd.offer(dragd.Item("lazy", {"a/b": lambda stream: stream.write(b"lazy")}))
    target = dragd.target("Inbox", [], lambda drop: arrived.set())
    former = offer.path
    kill_dragd()
    until(lambda: dragd.targets("Inbox"))
    until(lambda: offer.path != former and first(offer).read() == b"lazy")
    dragd.drop(offer, "Inbox")
    assert arrived.wait(20) and not target.is_over
    offer.withdraw()
    target.unregister()
    dragd.run()  # nothing is left to wait for


def unrecorded():
    """A note of records that are gone is left to a person."""
    notes = os.path.join(os.environ["XDG_STATE_HOME"], "python3-dragd")
    os.makedirs(notes)
    from dragd._moving import _Note
    for letter, keep in [("a", True), ("b", False)]:
        note = _Note(letter * 26, "c" * 26, FOLDER, os.stat(FOLDER).st_ino, "thing")
        os.close(note.write())
        with open(os.path.join(FOLDER, note.hidden), "w") as file:
            file.write(letter)
        (left,) = dragd.recover()
        assert left.outcome == "left" and left.error.code == "Unrecorded"
        (done,) = dragd.recover(lambda path: keep)
        assert done.outcome == ("placed" if keep else "dropped") and not os.listdir(notes)
    assert os.listdir(FOLDER) == ["thing"]
    with open(os.path.join(notes, "damaged"), "w") as file:
        file.write("{}")
    (left,) = dragd.recover()
    assert left.outcome == "left" and os.listdir(notes) == ["damaged"]


def names():
    """Cleans each line of the standard input as a name."""
    for line in sys.stdin.buffer.read().split(b"\0"):
        print(dragd.safe_name(line.decode()) or "", end="\0")


globals()[sys.argv[1]]()
