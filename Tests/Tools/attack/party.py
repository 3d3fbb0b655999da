"""The attacker as one party on the bus: its connection, what it offers and what it knows."""

from .connection import PEER, Connection, Disconnected, Refused
from .hostile import Hostile
from .interfaces import ROOT, members, properties
from .wire import CALL, NO_REPLY, message, split

BROKER, OFFER = "org.dragd.Broker1", "org.dragd.Offer1"
TRANSFER, TARGET = "org.dragd.Transfer1", "org.dragd.DropTarget1"
OBJECT_MANAGER = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
SOURCE_PATH, TARGET_PATH = "/example/source", "/example/target"
ITEM = "a(a{sv}aa{sv})"
# Where each interface is, beside everywhere else.
PLACES = {BROKER: ROOT, OFFER: ROOT + "/offer/", TRANSFER: ROOT + "/transfer/", TARGET: ROOT + "/target/"}
NO_PATH = "a" * 26
# What stays when its source has gone is not what these attacks are about.
USUAL = {"linger": ("t", 0)}
MIXED = 64
MEBIBYTE = 1 << 20


def held(kind="text/plain", content=b"content"):
    return {"type": ("s", kind), "data": ("ay", content)}


def lazy(kind="text/plain", size=None):
    return {"type": ("s", kind)} | ({} if size is None else {"size": ("t", size)})


class Party:
    """`destination` is dragd, or what answers in its place; it is attacked even if it answers nothing of use."""

    def __init__(self, random, calls, destination):
        self.random, self.calls, self.destination = random, calls, destination
        self.hostile = Hostile(random)
        self.connection = Connection()
        self.others = []
        self.members = members(self.connection, destination)
        self.properties = properties()
        # One of each kind of object that is the attacker's own.
        self.own = {}

    # Connections

    def connect(self):
        """One more connection, gone with `leave_all`."""
        self.others.append(Connection())
        return self.others[-1]

    def reconnect(self):
        self.connection.close()
        self.connection = Connection()
        self.own = {}

    def leave_all(self):
        for each in self.others:
            each.close()
        self.others = []

    def close(self):
        self.leave_all()
        self.connection.close()
        self.hostile.open.close()

    # Calls

    def start(self, interface, member, path, signature="", values=(), connection=None, **how):
        return (connection or self.connection).start(
            self.destination, path, interface, member, signature, values, **how)

    def call(self, interface, member, path, signature="", values=(), connection=None):
        return (connection or self.connection).call(self.destination, path, interface, member, signature, values)

    def attempt(self, *arguments, **named):
        """The values of the reply; none for an error."""
        try:
            return self.call(*arguments, **named)
        except Refused:
            return []

    def settle(self, connection=None):
        (connection or self.connection).settle(self.destination)

    def repeat(self, attack, count=None):
        """Makes so many attacks, and looks now and then that all were taken. The bus may cut the attacker off: then a
        new connection goes on."""
        for number in range(count or self.calls):
            try:
                attack()
                self.connection.receive()
                if number % MIXED == MIXED - 1:
                    self.settle()
            except Disconnected:
                self.reconnect()
        try:
            self.settle()
        except Disconnected:
            self.reconnect()
            self.settle()

    def serve(self, server, answer, timeout=0):
        """Answers the calls that `server` has received."""
        server.receive(timeout)
        for call in server.received:
            if call.kind == CALL and not call.flags & NO_REPLY:
                answer(server, call)
        server.forget()

    # What is well-formed

    def offer(self, items, options=USUAL, connection=None):
        reply = self.attempt(
            BROKER, "Offer", ROOT, ITEM + "a{sv}", (items, USUAL | options), connection=connection)
        return reply[0] if reply else PLACES[OFFER] + NO_PATH

    def offer_one(self, connection=None):
        """Something of each kind, with which all operations are allowed but moves."""
        items = [({"name": ("s", "n"), "key": ("s", "k")}, [held(), lazy("image/png", 1 << 40)])] * 2
        return self.offer(items, {"source": ("o", SOURCE_PATH)}, connection)

    def register(self, name="attacker", types=(), connection=None):
        reply = self.attempt(
            BROKER, "RegisterTarget", ROOT, "sasa{sv}", (name, types, {"target": ("o", TARGET_PATH)}),
            connection=connection)
        return reply[0] if reply else PLACES[TARGET] + NO_PATH

    def accept(self, offer, options=(), items=(), types=(), connection=None):
        """The paths of the transfers."""
        reply = self.attempt(
            OFFER, "Accept", offer, "auasa{sv}", (items, types, dict(options)), connection=connection)
        return [transfer for transfer, _ in reply[0]] if reply and isinstance(reply[0], list) else []

    def listed(self):
        """The paths of all that every program may see."""
        reply = self.attempt(OBJECT_MANAGER, "GetManagedObjects", ROOT)
        return list(reply[0]) if reply and isinstance(reply[0], dict) else []

    def prepare(self):
        """Has one object of each kind, and learns those of others."""
        if self.own:
            return
        offer, target = self.offer_one(), self.register()
        transfers = self.accept(offer, {"delivery": ("s", "stream")}, [0], ["image/png"])
        self.own = {
            BROKER: ROOT, OFFER: offer, TARGET: target,
            TRANSFER: transfers[0] if transfers else PLACES[TRANSFER] + NO_PATH,
        }
        self.hostile.paths = [offer, target, self.own[TRANSFER], *self.listed()]
        self.connection.forget()

    def place(self, member):
        """Where a member is, mostly; sometimes anywhere else."""
        if self.random.random() < 0.15:
            return self.hostile.path()
        return self.own.get(member.interface) or self.random.choice(list(self.own.values()))

    def arguments(self, member):
        """Hostile values for all of its arguments; the names of what there is, where that is asked for."""
        if member.interface == PROPERTIES and self.random.random() < 0.8:
            interface, name = self.random.choice(self.properties)
            return {"Get": (interface, name), "GetAll": (interface,)}.get(
                member.name, (interface, name, self.hostile.variant()))
        if member.interface == PEER and member.name == "GetMachineId":
            return ()
        return tuple(self.hostile.value(kind) for kind in split(member.signature))

    def bytes_of(self, member, values, is_big=False, flags=0):
        """The bytes of a call and its descriptors."""
        return message(
            CALL, self.connection.next_serial(), member.signature, values, flags, is_big,
            destination=self.destination, path=self.place(member), interface=member.interface, member=member.name)
