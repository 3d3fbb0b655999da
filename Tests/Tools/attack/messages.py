"""Attacks by what is in a message."""

from .catalogue import attack
from .hostile import DEEPEST, TOO_DEEP
from .interfaces import ROOT
from .party import BROKER, ITEM, MEBIBYTE, OFFER, SOURCE_PATH, TARGET, TARGET_PATH, USUAL, held
from .wire import ERROR, NO_REPLY, RETURN, SIGNAL, Index, split


@attack
def values(party):
    """every member with values that fit its signature"""
    def once():
        party.prepare()
        member = party.random.choice(party.members)
        party.start(
            member.interface, member.name, party.place(member), member.signature, party.arguments(member),
            is_big=party.random.getrandbits(1))
    party.repeat(once)


@attack
def options(party):
    """well-formed offers, accepts and targets but for one hostile key"""
    def once():
        party.prepare()
        key, kind = party.random.choice(list(party.hostile.keys.items()))
        odd = [] if key == "linger" else [(key, (kind, party.hostile.value(kind, 1)))]
        source, target = ("source", ("o", SOURCE_PATH)), ("target", ("o", TARGET_PATH))
        lingers = list(USUAL.items())
        match party.random.randrange(5):
            case 0:
                item = ([("name", ("s", "n"))], [list(held().items())])
                party.start(BROKER, "Offer", ROOT, ITEM + "a{sv}", ([item], [*lingers, source, *odd]))
            case 1:
                item = (odd, [list(held().items()) + odd])
                party.start(BROKER, "Offer", ROOT, ITEM + "a{sv}", ([item], [*lingers, source]))
            case 2:
                party.start(OFFER, "Accept", party.own[OFFER], "auasa{sv}", ([], [], odd))
            case 3:
                party.start(BROKER, "RegisterTarget", ROOT, "sasa{sv}", ("t", [], [target, *odd]))
            case 4:
                member = party.random.choice(["Propose", "Drop"])
                party.start(TARGET, member, party.own[TARGET], "oa{sv}", (party.own[OFFER], odd))
    party.repeat(once)


@attack
def nesting(party):
    """dictionaries in dictionaries, 32 deep, in all options"""
    members = [each for each in party.members if "a{sv}" in each.signature]

    def once():
        party.prepare()
        member = party.random.choice(members)
        key = party.random.choice(list(party.hostile.keys))
        depth = party.random.choice([2, 8, DEEPEST, DEEPEST, TOO_DEEP])
        values = [
            {key: party.hostile.nested(depth)} | USUAL if kind == "a{sv}" else party.hostile.value(kind)
            for kind in split(member.signature)]
        party.start(member.interface, member.name, party.place(member), member.signature, values)
    party.repeat(once)


@attack
def descriptors(party):
    """pipes, sockets, folders, devices and worse as content, and indexes of descriptors that do not exist"""
    def once():
        each = party.random.choice(party.hostile.descriptors)
        if party.random.random() < 0.1:
            each = Index(party.random.choice([1, 16, 255, (1 << 32) - 1]))
        items = [({}, [{"type": ("s", "a/b"), "fd": ("h", each)}])]
        count = party.random.choice([1, 1, 2, 16])
        try:
            if party.random.random() < 0.3:
                offer = party.offer([({}, [held()])], {"more": ("b", 1)})
                party.attempt(OFFER, "AddItems", offer, ITEM + "a{sv}", (items * count, {}))
            else:
                offer = party.offer(items * count)
            # What was taken is read, and goes with its offer.
            party.accept(offer, {"delivery": ("s", party.random.choice(["any", "file", "stream"]))})
        finally:
            party.connection.forget()
        party.attempt(OFFER, "Withdraw", offer)
    party.repeat(once, party.calls // 4)


@attack
def paths(party):
    """every member at every object, with the ids of others"""
    def once():
        party.prepare()
        member = party.random.choice(party.members)
        interface = party.random.choice([member.interface, "", "org.example.Nothing"])
        name = party.random.choice([member.name, member.name, "Nothing", "x" * 255])
        party.start(
            interface, name, party.random.choice([*party.hostile.paths, party.hostile.path()]),
            member.signature, party.arguments(member))
    party.repeat(once)


@attack
def mutations(party):
    """calls in both byte orders with bytes changed; the bus ends the connection for most"""
    def once():
        party.prepare()
        member = party.random.choice(party.members)
        data, descriptors = party.bytes_of(member, party.arguments(member), party.random.getrandbits(1))
        data = bytearray(data)
        # The length stays, or the bus would wait for what never comes.
        for _ in range(party.random.choice([1, 1, 2, 8])):
            data[party.random.randrange(16, len(data))] ^= 1 << party.random.randrange(8)
        party.connection.send_bytes(data, descriptors)
    # Connecting anew and offering something again takes ten calls.
    party.repeat(once, party.calls // 4)


@attack
def flags(party):
    """calls that want no reply, with all bits of the flags"""
    def once():
        party.prepare()
        member = party.random.choice(party.members)
        party.connection.send_bytes(
            *party.bytes_of(member, party.arguments(member), flags=NO_REPLY | party.random.getrandbits(8)))
    party.repeat(once)


@attack
def replies(party):
    """replies, errors and signals that no program asked for"""
    def once():
        kind = party.random.choice([RETURN, ERROR, SIGNAL])
        party.connection.send(
            kind, "sv", (party.hostile.text(), party.hostile.variant()), destination=party.destination,
            reply_to=party.random.choice([1, 2, 3, 100, 1_000, (1 << 32) - 1]),
            error="org.example.Error" if kind == ERROR else None,
            path=party.hostile.path() if kind == SIGNAL else None,
            interface="org.freedesktop.DBus" if kind == SIGNAL else None,
            member="NameOwnerChanged" if kind == SIGNAL else None)
    party.repeat(once)


# Elements of arrays as little-endian bytes: an entry of an a{sv}, an item without anything, and a string.
ENTRY, ENTRY_ALIGNED = b"\3\0\0\0key\0" b"\1y\0\1", 16
EMPTY_ITEM, ITEM_ALIGNED = bytes(12), 16
STRING, STRING_ALIGNED = b"\7\0\0\0a/bcdef\0", 12


def many(element, aligned, length):
    """As many of an element as fit, without padding after the last."""
    return element.ljust(aligned, b"\0") * (length // aligned - 1) + element


def long_calls(size):
    """Of each kind of content: its name, and a call of about so many MiB as member, signature and arguments."""
    length = size * MEBIBYTE
    yield "other arguments", "Offer", "ay", (bytes(length),)
    yield "one long value", "Offer", ITEM + "a{sv}", ([], {"x": ("ay", bytes(length))})
    yield "items of 1 MiB", "Offer", ITEM + "a{sv}", ([({}, [held("a/b", bytes(MEBIBYTE))])] * size, USUAL)
    yield "empty items", "Offer", ITEM + "a{sv}", (many(EMPTY_ITEM, ITEM_ALIGNED, length), {})
    yield "small entries", "Offer", ITEM + "a{sv}", ([], many(ENTRY, ENTRY_ALIGNED, length))
    yield "long strings", "Find", "asa{sv}", (["é" * (MEBIBYTE // 2)] * size, {})
    yield "short strings", "Find", "asa{sv}", (many(STRING, STRING_ALIGNED, length), {})


@attack
def large(party):
    """messages of up to 60 MiB, of few long values or of millions of short ones"""
    def once():
        _, member, signature, values = party.random.choice(list(long_calls(party.random.choice([1, 8, 60]))))
        party.start(BROKER, member, ROOT, signature, values)
    party.repeat(once, max(1, party.calls // 64))
