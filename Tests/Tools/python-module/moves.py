#!/usr/bin/python3
"""Moves items with the module dragd, and kills one of the three sides at each of its steps, a move for each step.

    moves.py destination|source|dragd FOLDER [FIRST STRIDE]

After each kill every side starts again and settles what was left; then the item must exist exactly once, and nothing
else be left. It prints what became of each, and the number of steps.
"""

import itertools
import os
import signal
import sys

import dragd
from dragd import _bus, _moving, _offering

VICTIM, FOLDER = sys.argv[1], sys.argv[2]
FIRST, STRIDE = (int(word) for word in sys.argv[3:5] or ("1", "1"))
STORE, HERE = os.path.join(FOLDER, "store"), os.path.join(FOLDER, "here")
NOTES = os.path.join(os.environ["XDG_STATE_HOME"], "python3-dragd")
CONTENT = b"content" * 100_000
fatal = 0


def die():
    if VICTIM != "dragd":
        os.kill(os.getpid(), signal.SIGKILL)
    bus = "org.freedesktop.DBus"
    answer = _bus.session().call(
        "/org/freedesktop/DBus", bus, "GetConnectionUnixProcessID", _bus.GLib.Variant("(s)", (dragd_name,)), to=bus)
    os.kill(answer.body.unpack()[0], signal.SIGKILL)


def step():
    global fatal
    fatal -= 1
    if fatal == 0:
        die()


def stepping(owner, *names):
    """Counts each call of these functions, before and after."""
    for name in names:
        def counted(*arguments, original=getattr(owner, name), **named):
            step()
            try:
                return original(*arguments, **named)
            finally:
                step()
        setattr(owner, name, counted)


def in_child(body, *arguments):
    """Runs a function in a process of its own; returns how that has ended."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(60)
            body(*arguments)
            status = 0
        except dragd.Error as error:
            print("  ", error.code, error.message, flush=True)
            status = 2
        finally:
            sys.stdout.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def item(key):
    return os.path.join(STORE, key)


def source(commands, output, kill_at):
    """Offers the item of each key that comes, and says when one is deleted."""
    global fatal

    def say(*words):
        os.write(output, (" ".join(words) + "\n").encode())

    def check(key):
        os.stat(item(key))

    def delete(key):
        if os.path.exists(item(key)):
            os.unlink(item(key))
        say("deleted", key)

    moves = dragd.Moves(dragd.cookie(os.path.join(FOLDER, "cookie")), check, delete)
    moves.claim(_bus.session())
    if kill_at:
        stepping(_offering.Moves, "check", "delete")
        stepping(_bus, "answer")
        fatal = kill_at
    with os.fdopen(commands) as lines:
        for key in lines:
            key = key.strip()
            content = {"application/x-thing": lambda stream: stream.write(CONTENT)}
            offer = dragd.offer(dragd.Item("thing", content, key), moves=moves, private=True)
            say("offered", offer.path)


class Source:
    """The source's process; another one takes its place when that was killed."""

    def __init__(self, kill_at=0):
        (read, self.commands), (lines, write) = os.pipe(), os.pipe()
        self.process = os.fork()
        if self.process == 0:
            try:
                for end in (self.commands, lines):
                    os.close(end)
                signal.alarm(120)
                source(read, write, kill_at)
            finally:
                os._exit(1)
        os.close(read)
        os.close(write)
        self.lines = os.fdopen(lines)
        self.seen = []

    def say(self, key):
        os.write(self.commands, f"{key}\n".encode())
        for line in self.lines:
            if line.startswith("offered "):
                return line.split()[1]
            self.seen.append(line.strip())
        return ""

    def answers(self):
        try:
            return self.say("nothing") != ""
        except BrokenPipeError:
            return False

    def wait_for(self, line):
        if line in self.seen or line in (one.strip() for one in self.lines):
            return
        raise AssertionError(f"the source never said “{line}”")

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.commands)
        self.lines.close()


def move(path, kill_at):
    global fatal, dragd_name
    offer = dragd.offered(path)
    dragd_name = _bus.session().broker
    if kill_at:
        stepping(os, "open", "write", "fsync", "rename", "link", "unlink")
        stepping(_bus.Session, "call")
        fatal = kill_at
    offer.items[0].move(HERE)
    if kill_at and fatal > 0:
        os._exit(77)  # it has fewer steps


def settle(kill=False):
    for one in dragd.recover():
        print("  ", one.outcome, one.path.name, one.error or "", flush=True)
        assert one.outcome != "left"


def run(number):
    key = f"item-{number}"
    with open(item(key), "w"):
        pass
    sender = Source(number if VICTIM == "source" else 0)
    ended = in_child(move, sender.say(key), number if VICTIM != "source" else 0)
    if VICTIM == "source":
        is_over = sender.answers()
        if not is_over:
            sender.end()
            sender = Source()
            assert sender.answers()  # it has deleted what had moved away
    else:
        is_over = ended == 77
        assert ended in (0, 2, 77, -signal.SIGKILL), ended
    assert in_child(settle) == 0
    there = sorted(os.listdir(HERE))
    assert there in ([], ["thing"]), there
    if there:
        with open(os.path.join(HERE, "thing"), "rb") as file:
            assert file.read() == CONTENT
        os.unlink(os.path.join(HERE, "thing"))
        if os.path.exists(item(key)):
            sender.wait_for(f"deleted {key}")
    assert os.path.exists(item(key)) == (not there), (there, os.listdir(STORE))
    if not there:
        os.unlink(item(key))
    assert not os.path.isdir(NOTES) or [one for one in os.listdir(NOTES) if not one.startswith(".")] == []
    sender.end()
    print(number, "here" if there else "there", flush=True)
    return is_over


for folder in (STORE, HERE):
    os.makedirs(folder, exist_ok=True)
for number in itertools.count(FIRST, STRIDE):
    if run(number):
        print("steps", number - 1)
        break
