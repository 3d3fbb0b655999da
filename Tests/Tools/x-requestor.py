#!/usr/bin/python3
"""Asks the owner of CLIPBOARD on the X server at DISPLAY for content, as requestors should not, or seldom do.

    x-requestor.py BEHAVIOUR TARGET [NUMBER]

BEHAVIOUR is the name of a function below that ends in “requestor”, without that. Prints what comes, a line each.
"""

import os
import select
import sys
import time

from Xlib import X, Xatom, display


class Requestor:
    def __init__(self, target):
        self.display = display.Display()
        self.target = self.atom(target)
        self.selection = self.atom("CLIPBOARD")
        self.property = self.atom("X_REQUESTOR_DATA")
        self.window = self.make_window()

    def atom(self, name):
        return self.display.intern_atom(name)

    def make_window(self):
        return self.display.screen().root.create_window(
            0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)

    def convert(self, window=None, target=None, when=X.CurrentTime, place=None, selection=None):
        (window or self.window).convert_selection(
            selection or self.selection, target or self.target, self.property if place is None else place, when)
        self.display.flush()

    def next(self, kind, is_wanted=lambda told: True):
        while True:
            told = self.display.next_event()
            if told.type == kind and is_wanted(told):
                return told

    def answered(self):
        """The property of the next answer, 0 for a refusal."""
        told = self.next(X.SelectionNotify)
        return getattr(told.property, "id", told.property)

    def read(self, window=None, place=None, delete=True):
        found = (window or self.window).get_full_property(
            place or self.property, X.AnyPropertyType, sizehint=1 << 20)
        if delete:
            (window or self.window).delete_property(place or self.property)
            self.display.flush()
        return found

    def name(self, atom):
        return self.display.get_atom_name(atom)


def say(*words):
    print(*words, flush=True)


def honest_requestor(target, number):
    """Takes everything, incrementally where the owner likes; prints how many bytes came in how many chunks."""
    requestor = Requestor(target)
    requestor.convert()
    if not requestor.answered():
        return say("refused")
    found = requestor.read()
    if requestor.name(found.property_type) != "INCR":
        return say("whole", len(found.value), requestor.name(found.property_type))
    announced, chunks, total = found.value[0], 0, 0
    while True:
        requestor.next(X.PropertyNotify, lambda told: told.state == X.PropertyNewValue
                       and told.atom == requestor.property)
        found = requestor.read()
        if not len(found.value):
            return say("incremental", announced, total, chunks)
        total += len(found.value)
        chunks += 1


def idle_requestor(target, number):
    """Asks from NUMBER windows and deletes no property, then stays."""
    requestor = Requestor(target)
    windows = [requestor.make_window() for _ in range(number)]
    for window in windows:
        requestor.convert(window)
    answers = [requestor.answered() for _ in windows]
    say("answered", sum(1 for answer in answers if answer), sum(1 for answer in answers if not answer))
    time.sleep(600)


def parallel_requestor(target, number):
    """Takes everything from NUMBER windows at the same time; prints how many bytes each got, once for equal numbers."""
    requestor = Requestor(target)
    windows = {window.id: window for window in (requestor.make_window() for _ in range(number))}
    totals, taking, ended = dict.fromkeys(windows, 0), set(), set()
    for window in windows.values():
        requestor.convert(window)
    while len(ended) < number:
        told = requestor.display.next_event()
        if told.type == X.SelectionNotify:
            if not told.property or requestor.name(requestor.read(told.requestor).property_type) != "INCR":
                return say("refused, or whole")
            taking.add(told.requestor.id)
        elif told.type == X.PropertyNotify and told.state == X.PropertyNewValue and told.window.id in taking:
            part = requestor.read(told.window).value
            totals[told.window.id] += len(part)
            if not len(part):
                ended.add(told.window.id)
    say(number, "took", *sorted(set(totals.values())))


def renewed_requestor(target, number):
    """Takes chunks in a window for each of two targets until it is told; then another owner writes into the first
    window. Prints which window gets its end first."""
    requestor = Requestor(target)
    windows = {}
    for name, label in zip(target.split(","), ("first", "second")):
        window = requestor.make_window()
        windows[window.id] = label
        requestor.convert(window, target=requestor.atom(name))
        requestor.answered()
    for window in windows:
        requestor.read(requestor.display.create_resource_object("window", window))
    while True:
        while requestor.display.pending_events():
            told = requestor.display.next_event()
            if told.type == X.PropertyNotify and told.state == X.PropertyNewValue:
                requestor.read(told.window)
        if sys.stdin in select.select([sys.stdin, requestor.display], [], [])[0]:
            break
    first = requestor.display.create_resource_object("window", next(iter(windows)))
    first.change_property(requestor.property, Xatom.STRING, 8, b"of another owner")
    while True:
        told = requestor.next(X.PropertyNotify, lambda told: told.state == X.PropertyNewValue)
        if not len(requestor.read(told.window).value):
            return say("ended", windows[told.window.id])


def vanishing_requestor(target, number):
    """Takes the first chunk, then destroys its window."""
    requestor = Requestor(target)
    requestor.convert()
    requestor.answered()
    requestor.read()
    requestor.next(X.PropertyNotify, lambda told: told.state == X.PropertyNewValue
                   and told.atom == requestor.property)
    requestor.window.destroy()
    requestor.display.sync()
    say("vanished")
    time.sleep(600)


def impatient_requestor(target, number):
    """Asks and ends before there is an answer."""
    requestor = Requestor(target)
    requestor.convert()
    requestor.display.sync()
    sys.stdin.readline()
    os._exit(0)


def multiple_requestor(target, number):
    """Asks for several targets at once, given with commas; prints for each whether it came, and its size."""
    requestor = Requestor("MULTIPLE")
    names = target.split(",")
    pairs = []
    for index, name in enumerate(names):
        pairs += [requestor.atom(name), requestor.atom(f"X_REQUESTOR_{index}")]
    requestor.window.change_property(requestor.property, requestor.atom("ATOM_PAIR"), 32, pairs)
    requestor.convert()
    if not requestor.answered():
        return say("refused")
    answer = requestor.read().value
    for index, name in enumerate(names):
        if not answer[2 * index + 1]:
            say(name, "refused")
            continue
        found = requestor.read(place=answer[2 * index + 1], delete=False)
        kind = requestor.name(found.property_type)
        requestor.window.delete_property(answer[2 * index + 1])
        total = len(found.value)
        if kind == "INCR":
            total = 0
            while True:
                requestor.next(X.PropertyNotify, lambda told: told.state == X.PropertyNewValue
                               and told.atom == answer[2 * index + 1])
                part = requestor.read(place=answer[2 * index + 1]).value
                if not len(part):
                    break
                total += len(part)
        say(name, kind, total)


def early_requestor(target, number):
    """Asks for what was owned before the present owner."""
    requestor = Requestor(target)
    requestor.convert(target=requestor.atom("TIMESTAMP"))
    requestor.answered()
    since = requestor.read().value[0]
    say("since", since)
    requestor.convert(when=since - 1000)
    say("before", "answered" if requestor.answered() else "refused")
    requestor.convert(when=since)
    say("then", "answered" if requestor.answered() else "refused")


def obsolete_requestor(target, number):
    """Names no property: the target's atom is meant."""
    requestor = Requestor(target)
    requestor.convert(place=X.NONE)
    say("answered", "by the target" if requestor.answered() == requestor.target else "otherwise")
    say("bytes", len(requestor.read(place=requestor.target).value))


def twofold_requestor(target, number):
    """Asks twice for the same property."""
    requestor = Requestor(target)
    requestor.convert()
    requestor.answered()
    requestor.convert()
    say("again", "answered" if requestor.answered() else "refused")
    time.sleep(600)


def saving_requestor(target, number):
    """Asks the clipboard manager to keep targets, given with commas (“-”: all)."""
    requestor = Requestor("SAVE_TARGETS")
    manager = requestor.atom("CLIPBOARD_MANAGER")
    if not requestor.display.get_selection_owner(manager):
        return say("no manager")
    if target != "-":
        atoms = [requestor.atom(name) for name in target.split(",")]
        requestor.window.change_property(requestor.property, Xatom.ATOM, 32, atoms)
    begin = time.monotonic()
    requestor.convert(selection=manager)
    answer = requestor.answered()
    say("kept" if answer else "not kept", round(time.monotonic() - begin))


def managing_requestor(target, number):
    """Owns CLIPBOARD_MANAGER itself."""
    requestor = Requestor(target)
    requestor.window.set_selection_owner(requestor.atom("CLIPBOARD_MANAGER"), X.CurrentTime)
    requestor.display.sync()
    say("manages")
    sys.stdin.readline()
    say("manages still" if requestor.display.get_selection_owner(requestor.atom("CLIPBOARD_MANAGER"))
        == requestor.window else "manages no more")


if __name__ == "__main__":
    behaviour, target, *rest = sys.argv[1:]
    globals()[f"{behaviour}_requestor"](target, int(rest[0]) if rest else 0)
