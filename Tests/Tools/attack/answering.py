"""Attacks by how dragd's own calls are answered."""

import os

from .catalogue import attack
from .connection import Disconnected
from .interfaces import ROOT
from .party import BROKER, OFFER, SOURCE_PATH, TARGET, TRANSFER, held, lazy
from .wire import split


def hostile_answer(party):
    """Answers as no program should: with another signature, with long words, twice, or not at all."""
    def answer(server, call):
        how = party.random.randrange(6)
        if how == 0:
            return
        if how == 1:
            server.answer(call, "s", (party.hostile.text(),), error="org.dragd.Error.SourceFailed")
        elif how == 2:
            server.answer(call, "a{sv}", (party.hostile.dictionary(),), is_big=True)
        elif how == 3:
            server.answer(call, "sa{sv}", (party.hostile.text(), party.hostile.dictionary()))
        else:
            kind = party.random.choice(["ay", "a{sv}", "v", "h", "sa{sv}", "t"])
            server.answer(call, kind, [party.hostile.value(each) for each in split(kind)])
            server.answer(call)
    return answer


def rounds(party, count, begin, once):
    """So many rounds between two connections, of which one serves; both are new after the bus has cut one off."""
    server = client = None
    for _ in range(count):
        try:
            if server is None:
                server, client = party.connect(), party.connect()
                begin(server)
            once(server, client)
            client.receive()
            client.forget()
        except Disconnected:
            party.leave_all()
            server = None
    party.leave_all()
    party.settle()


@attack
def answers(party):
    """a source and a target that answer dragd's calls with anything, or never"""
    answer = hostile_answer(party)
    offer = party.offer_one()
    targets = []

    def begin(server):
        targets.append(party.register(connection=server))

    def once(server, client):
        size = party.random.choice([0, 1, 1 << 40, (1 << 63) - 1, (1 << 64) - 1])
        lazily = party.offer([({}, [lazy("a/b", size)])] * 2, {"source": ("o", SOURCE_PATH)}, server)
        delivery = party.random.choice(["stream", "file", "any"])
        for transfer in party.accept(lazily, {"delivery": ("s", delivery)}, connection=client):
            party.start(TRANSFER, "Receive", transfer, "sa{sv}", ("a/b", {}), client)
            party.start(TRANSFER, "Finish", transfer, "a{sv}", ({},), client)
            if party.random.random() < 0.3:
                party.start(TRANSFER, "Cancel", transfer, "s", (party.hostile.text(),), client)
        member = party.random.choice(["Propose", "Drop"])
        party.start(TARGET, member, targets[-1], "oa{sv}", (offer, party.hostile.dictionary()), client)
        party.settle(client)
        party.serve(server, answer)
        party.start(OFFER, "Withdraw", lazily, connection=server)
    rounds(party, party.calls // 8, begin, once)


@attack
def moves(party):
    """moves whose source or destination answers wrongly, leaves, or acknowledges only when all is over"""
    cookie = party.random.randbytes(16).hex()
    wrong = hostile_answer(party)
    begun = []

    def begin(server):
        party.attempt(BROKER, "UnacknowledgedMoves", ROOT, "s", (cookie,), connection=server)

    def answer(server, call):
        if party.random.random() < 0.5:
            wrong(server, call)
        else:
            server.answer(call)

    def once(server, client):
        offer = party.offer(
            [({"key": ("s", f"{len(begun)}.{each}")}, [held()]) for each in range(2)],
            {"source": ("o", SOURCE_PATH), "cookie": ("s", cookie), "operations": ("as", ["copy", "move"])}, server)
        for transfer in party.accept(offer, {"operation": ("s", "move")}, connection=client):
            begun.append(transfer)
            party.start(TRANSFER, "Finish", transfer, "a{sv}", ({},), client)
            if party.random.random() < 0.3:
                party.start(TRANSFER, "Cancel", transfer, "s", ("",), client)
        party.settle(client)
        # What is not answered dragd gives up after 10 s: that is not waited for.
        party.serve(server, answer)
        party.start(OFFER, "Withdraw", offer, connection=server)

    rounds(party, party.calls // 16, begin, once)
    acknowledge(party, cookie, begun)


def acknowledge(party, cookie, begun):
    """Has both sides acknowledge: until then the records stay, whichever side leaves."""
    while moves := party.attempt(BROKER, "UnacknowledgedMoves", ROOT, "s", (cookie,)):
        if not isinstance(moves[0], list) or not moves[0]:
            break
        for transfer, _ in moves[0]:
            party.attempt(BROKER, "AcknowledgeMove", ROOT, "ss", (transfer, cookie))
    for transfer in begun:
        party.attempt(BROKER, "AcknowledgeOutcome", ROOT, "s", (os.path.basename(transfer),))
    party.settle()
