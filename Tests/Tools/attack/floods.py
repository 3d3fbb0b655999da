"""Attacks by how much there is of something: of calls, of connections, of what is offered."""

from .catalogue import attack
from .connection import BUS, BUS_PATH, PEER, Disconnected
from .interfaces import INTROSPECTABLE, ROOT
from .party import (
    BROKER, ITEM, MEBIBYTE, OBJECT_MANAGER, OFFER, SOURCE_PATH, TARGET, TARGET_PATH, TRANSFER, USUAL, held, lazy,
)
from .wire import CALL, NO_REPLY, RETURN, message


def flood(party, call, count=None):
    """Calls on connections that read nothing, and then waits until dragd has served another connection."""
    for _ in range(4):
        silent = party.connect()
        try:
            for _ in range((count or party.calls) // 4):
                call(silent)
        except Disconnected:
            pass
    party.settle()
    party.leave_all()
    party.settle()


@attack
def unread_content(party):
    """Accepts of 2 MiB in the reply, which is never read"""
    offer = party.offer([({}, [held(content=bytes(MEBIBYTE))])] * 2)
    largest = {"inline_max": ("t", MEBIBYTE)}
    flood(party, lambda silent: party.start(
        OFFER, "Accept", offer, "auasa{sv}", ([], [], largest), silent), party.calls // 4)
    party.attempt(OFFER, "Withdraw", offer)


@attack
def unread_lists(party):
    """lists of everything, which are never read"""
    offer = party.offer([({"name": ("s", "n" * 255)}, [held(f"a/{number}") for number in range(64)])] * 16)
    lists = [
        (OBJECT_MANAGER, "GetManagedObjects", ROOT), (OFFER, "GetItems", offer, "uu", (0, 0)),
        (BROKER, "FindTargets", ROOT, "s", ("",)), (INTROSPECTABLE, "Introspect", ROOT + "/offer"),
        (BROKER, "UnacknowledgedMoves", ROOT, "s", ("c" * 22,)),
    ]
    flood(party, lambda silent: party.start(*party.random.choice(lists), connection=silent), party.calls * 4)
    party.attempt(OFFER, "Withdraw", offer)


@attack
def finding(party):
    """Find for what no program offers, with all the types that may be named"""
    types = [f"no/such{number};a={number}" for number in range(1_024)]
    flood(party, lambda silent: party.start(
        BROKER, "Find", ROOT, "asa{sv}", (types[:party.random.choice([1, 1_024])], {}), silent), party.calls // 4)


@attack
def waiting(party):
    """calls that are not answered for long, with 1 MiB that no program needs"""
    offer, target = party.offer_one(), party.register()
    (transfer, *_) = party.accept(offer, {"delivery": ("s", "file")}, [0], ["image/png"]) or [ROOT + "/transfer/_"]
    ignored = {"ignored": ("ay", bytes(MEBIBYTE))}
    for _ in range(party.calls // 16):
        try:
            party.start(TRANSFER, "Receive", transfer, "sa{sv}", ("image/png", ignored))
            party.start(TARGET, "Drop", target, "oa{sv}", (offer, ignored))
            party.start(TARGET, "Propose", target, "oa{sv}", (offer, ignored), flags=NO_REPLY)
            party.start(TRANSFER, "Finish", transfer, "a{sv}", (ignored,), flags=NO_REPLY)
        except Disconnected:
            party.reconnect()
    party.settle(party.connect())
    party.leave_all()
    party.reconnect()
    party.settle()


@attack
def leaving(party):
    """calls on connections that are closed at once"""
    target, offer = party.register(), party.offer_one()
    calls = [
        (BROKER, "Offer", ROOT, ITEM + "a{sv}", ([({}, [held()])], USUAL)),
        (OFFER, "Accept", offer, "auasa{sv}", ([0], ["image/png"], {"delivery": ("s", "stream")})),
        (BROKER, "RegisterTarget", ROOT, "sasa{sv}", ("t", [], {"target": ("o", TARGET_PATH)})),
        (TARGET, "Propose", target, "oa{sv}", (offer, {})), (TARGET, "Drop", target, "oa{sv}", (offer, {})),
        (OFFER, "Withdraw", offer), (BROKER, "UnacknowledgedMoves", ROOT, "s", ("c" * 22,)),
    ]
    for _ in range(party.calls // 8):
        leaver = party.connect()
        for _ in range(party.random.randrange(1, 5)):
            party.start(*party.random.choice(calls), connection=leaver)
        party.leave_all()
        party.connection.receive()
        party.connection.forget()
    party.reconnect()
    party.settle()


@attack
def connections(party):
    """hundreds of connections, each with an offer and a target"""
    for _ in range(party.calls // 2):
        each = party.connect()
        party.offer([({}, [held()])], connection=each)
        party.register(connection=each)
    party.settle()
    party.leave_all()
    party.settle()


@attack
def hoarding(party):
    """as much of everything as the quotas of a connection let it have"""
    types = [lazy("a/" + f"{number:0253}") for number in range(64)]
    patterns = ["a/" + f"{number:0200}" for number in range(1_024)]
    source = {"source": ("o", SOURCE_PATH)}
    for _ in range(max(1, party.calls // 100)):
        each = party.connect()
        for number in range(4):
            party.offer([({}, types)] * 128, source, each)
            party.register(f"t{number}", patterns, each)
            party.offer([({}, [held(content=bytes(MEBIBYTE))])] * 8, {}, each)
    party.settle()
    party.leave_all()
    party.settle()


# How many tiny calls there are for each of `party.calls`: 60,000 in the usual run.
TINY = 150


def tiny(party, connection, count):
    """The bytes of so many calls with few, which cost their sender next to nothing: only the serials differ."""
    data, _ = message(
        CALL, 1, "", (), destination=party.destination, path=ROOT, interface=PEER, member="Ping")
    head, tail = data[:8], data[12:]
    return b"".join([
        head + connection.next_serial().to_bytes(4, "little") + tail for _ in range(count)])


@attack
def tiny_calls(party):
    """tens of thousands of calls with few bytes at once, whose answers are never read"""
    silent = [party.connect() for _ in range(4)]
    for each in silent:
        try:
            each.send_bytes(tiny(party, each, party.calls * TINY // len(silent)))
        except Disconnected:
            pass
    party.settle()
    party.leave_all()
    party.settle()


@attack
def tiny_reads(party):
    """the same by a program that reads all answers, as fast as it can"""
    for _ in range(2):
        eager = party.connect()
        try:
            eager.exchange(tiny(party, eager, party.calls * TINY // 2))
        except Disconnected:
            pass
    party.leave_all()
    party.settle()


@attack
def tiny_peers(party):
    """the same on hundreds of connections at once"""
    peers = [party.connect() for _ in range(max(1, party.calls // 2))]
    for each in peers:
        try:
            each.send_bytes(tiny(party, each, TINY // 3))
        except Disconnected:
            pass
    party.settle()
    party.leave_all()
    party.settle()


@attack
def announcing(party):
    """offers that come and go at once, of which every program is told, also those that do not read"""
    silent = [party.connect() for _ in range(4)]
    for each in silent:
        each.call(BUS, BUS_PATH, BUS, "AddMatch", "s", (f"type='signal',path='{ROOT}'",))
    items = [({"name": ("s", "n")}, [held(f"a/{number}", b"") for number in range(64)])]
    for _ in range(party.calls // 16):
        offers = {party.start(BROKER, "Offer", ROOT, ITEM + "a{sv}", (items, USUAL)) for _ in range(16)}
        while offers:
            party.connection.receive(1)
            for each in party.connection.received:
                if each.reply_to in offers:
                    offers.remove(each.reply_to)
                    if each.kind == RETURN:
                        party.start(OFFER, "Withdraw", *each.body())
            party.connection.forget()
    party.settle()
    party.leave_all()
    party.settle()
