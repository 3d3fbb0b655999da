"""The connection to the session bus, and dragd there."""

from __future__ import annotations

import itertools
import os
import re
import sys
import threading
from typing import Any, Callable, Mapping, NamedTuple

from gi.repository import Gio, GLib  # type: ignore

BROKER = "org.dragd.Broker1"
ROOT = "/org/dragd/Broker1"
INVALID = "org.freedesktop.DBus.Error."
PREFIX = "org.dragd.Error."

#: The errors of the bus that are codes of their own.
CODES = {
    "InvalidArgs": "InvalidArgs",
    "ServiceUnknown": "NoBroker",
    "NameHasNoOwner": "NoBroker",
    "NoReply": "NoReply",
    "Timeout": "NoReply",
    "TimedOut": "NoReply",
    "Disconnected": "Disconnected",
    "AccessDenied": "DeniedByBus",
    "UnknownMethod": "Unsupported",
    "UnknownInterface": "Unsupported",
    "UnknownObject": "Unsupported",
}


class Error(Exception):
    """A failure.

    A callback that raises it with a code of dragd's contract tells the other program its message. Of any other
    exception that program learns only that there was one.

    Attributes:
        code: a code of dragd's contract, such as ``NoSuchOffer``, ``NotAcceptable`` or ``Truncated``; a newer dragd may
            have more. Or what happened outside of dragd: ``NoSessionBus``, ``NoBroker`` (dragd does not run and cannot
            be started), ``Disconnected``, ``NoReply``, ``DeniedByBus``, ``Unsupported``, ``TooLarge``; of a move
            ``Undecided`` and ``Unrecorded`` (see :func:`dragd.recover`); or ``Other``.
        message: for people.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return Error, (self.code, self.message)


def translated(error: Any) -> Error:
    """A GLib.Error as ours."""
    name = Gio.DBusError.get_remote_error(error) or ""
    message = str(error.message).removeprefix(f"GDBus.Error:{name}: ")
    if name.startswith(PREFIX):
        return Error(name[len(PREFIX):], message)
    if name.startswith(INVALID):
        word = name[len(INVALID):]
        return Error("NoBroker" if word.startswith("Spawn.") else CODES.get(word, "Other"), message)
    if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CLOSED):
        return Error("Disconnected", "the connection to the session bus is lost")
    return Error("Other", f"{name}: {message}" if name else message)


class Answer(NamedTuple):
    """A reply: its arguments, its descriptors, and the unique name of the program that sent it."""

    body: Any
    files: Any
    sender: str


class Kept:
    """What dragd has of this program: published again when dragd has restarted."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._over = threading.Event()
        self._broker = self._path = ""

    @property
    def path(self) -> str:
        """Its path on the bus. It changes if dragd restarts."""
        return self._path

    @property
    def is_over(self) -> bool:
        return self._over.is_set()

    def renew(self, broker: str) -> None:
        raise NotImplementedError

    def lost(self) -> None:
        raise NotImplementedError


#: The codes that are for other programs.
CONTRACT = {
    "InvalidType", "InvalidDescriptor", "NoSuchOffer", "NoSuchItem", "NoSuchTransfer", "NoSuchTarget", "NotAcceptable",
    "OperationNotAllowed", "Busy", "TooManyItems", "QuotaExceeded", "AccessDenied", "Forbidden", "Cancelled", "Changed",
    "Truncated", "Stalled", "SourceFailed", "TargetFailed", "StorageFull", "StateUnavailable",
}

#: The errors of a dragd that has ended; the bus announces the next one.
RESTARTED = ("NoBroker", "NoReply", "Disconnected")

#: Serves one call on a thread of its own, and returns the reply's arguments.
Handler = Callable[[str, Any, Any], Any]


class Session:
    """A connection of its own, and the thread that serves it. Its methods may be called on any thread."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self.changed = threading.Condition()
        self.broker: str | None = None
        self.closed = threading.Event()
        self._numbers = itertools.count(1)
        self._context = GLib.MainContext()
        self._failure: str | None = None
        known = threading.Event()
        threading.Thread(target=self._serve, args=(known,), name="dragd", daemon=True).start()
        known.wait()
        if self._failure is not None:
            raise Error("NoSessionBus", self._failure)

    def _serve(self, known: threading.Event) -> None:
        # The connection tells its end to the context that it is made in.
        self._context.push_thread_default()
        flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
                 | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
        try:
            address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION, None)
            self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        except GLib.Error as error:
            self._failure = str(error.message)
            known.set()
            return

        def appeared(_bus: Any, _name: str, owner: str) -> None:
            self.broker = owner
            known.set()
            for one in list(self.kept):
                on_thread(one.renew, owner)

        def vanished(_bus: Any, _name: str) -> None:
            self.broker = None
            known.set()

        def gone(_bus: Any, _by_peer: bool, _error: Any) -> None:
            self.closed.set()
            known.set()
            for one in list(self.kept):
                one.lost()
            self.forget(None)

        self.bus.connect("closed", gone)
        Gio.bus_watch_name_on_connection(
            self.bus, BROKER, Gio.BusNameWatcherFlags.NONE, appeared, vanished)
        while not self.closed.is_set():
            self._context.iteration(True)

    def call(
        self, path: str, interface: str, method: str, arguments: Any, files: Any = None,
        to: str = BROKER,
    ) -> Answer:
        """Calls dragd, which has time-outs of its own, so there is none here."""
        message = Gio.DBusMessage.new_method_call(to, path, interface, method)
        if arguments is not None:
            message.set_body(arguments)
        if files is not None:
            message.set_unix_fd_list(files)
        try:
            reply, _ = self.bus.send_message_with_reply_sync(
                message, Gio.DBusSendMessageFlags.NONE, GLib.MAXINT32, None)
            reply.to_gerror()
        except GLib.Error as error:
            raise translated(error) from None
        return Answer(reply.get_body(), reply.get_unix_fd_list(), reply.get_sender() or "")

    def ask(self, method: str, signature: str, *arguments: Any) -> Any:
        """Calls dragd's root object; returns the first of the reply's arguments."""
        answer = self.call(ROOT, BROKER, method, GLib.Variant(signature, arguments))
        return (answer.body.unpack() or (None,))[0] if answer.body is not None else None

    def properties(self, path: str, interface: str, of: str = BROKER) -> dict[str, Any]:
        arguments = GLib.Variant("(s)", (interface,))
        answer = self.call(path, "org.freedesktop.DBus.Properties", "GetAll", arguments, to=of)
        return unpacked(answer.body.get_child_value(0))

    def send(self, path: str, interface: str, method: str, arguments: Any) -> None:
        """Calls dragd without waiting for its reply."""
        self.bus.call(
            BROKER, path, interface, method, arguments, None, Gio.DBusCallFlags.NO_AUTO_START, -1,
            None, None)

    def keep(self, one: Kept) -> None:
        with self.changed:
            self.kept.append(one)

    def forget(self, one: Kept | None) -> None:
        with self.changed:
            self.kept = [other for other in self.kept if other is not one]
            self.changed.notify_all()

    def wait(self) -> None:
        """Waits until this program has nothing at dragd."""
        with self.changed:
            self.changed.wait_for(lambda: not self.kept or self.closed.is_set())
        if self.closed.is_set():
            raise Error("Disconnected", "the connection to the session bus is lost")

    def every(self, seconds: int, body: Callable[[], bool]) -> None:
        """Calls a function on this session's thread until it returns False."""
        source = GLib.timeout_source_new(seconds * 1000)
        source.set_callback(lambda *_: body())
        source.attach(self._context)

    def register(self, interface: Any, name: str, handler: Handler) -> tuple[str, Callable[[], object]]:
        """Serves an object; returns its path, and what ends it."""
        path = f"/org/dragd/python/{name}/{next(self._numbers)}"

        def called(
            _bus: Any, sender: str, _path: str, _interface: str, method: str, arguments: Any, call: Any
        ) -> None:
            if sender != self.broker:
                call.return_dbus_error(INVALID + "AccessDenied", "only dragd may call this")
            else:
                on_thread(answer, handler, method, arguments, call)

        done = threading.Event()
        number = 0

        def register() -> bool:
            nonlocal number
            number = self.bus.register_object(path, interface, called, None, None)
            done.set()
            return False

        # Objects are served where they are registered: on this session's thread.
        self.every(0, register)
        done.wait()
        return path, lambda: self.bus.unregister_object(number)


_lock = threading.Lock()
_session: Session | None = None


def session() -> Session:
    """The connection of this process; a new one if there is none, or the last one is lost."""
    global _session
    with _lock:
        if _session is None or _session.closed.is_set():
            _session = Session()
        return _session


def on_thread(body: Callable[..., object], *arguments: Any) -> None:
    threading.Thread(target=body, args=arguments, daemon=True).start()


def answer(handler: Handler, method: str, arguments: Any, call: Any) -> None:
    """Serves a call on this thread. What the program itself raises is its own: others learn only that it failed."""
    try:
        call.return_value(handler(method, arguments, call))
    except BaseException as error:
        failed = "TargetFailed" if method == "Perform" else "SourceFailed"
        if isinstance(error, Error) and error.code in CONTRACT:
            call.return_dbus_error(PREFIX + error.code, error.message)
        else:
            call.return_dbus_error(PREFIX + failed, "the program failed")
            report()


def report() -> None:
    """Shows the exception that is being handled as Python shows those of threads."""
    kind, value, trace = sys.exc_info()
    if kind is not None:
        arguments = (kind, value, trace, threading.current_thread())
        threading.excepthook(threading.ExceptHookArgs(arguments))


def variants(values: Mapping[str, tuple[str, Any] | None]) -> dict[str, Any]:
    """An ``a{sv}`` of signatures and values; None is left out."""
    return {
        key: value[1] if value[0] == "v" else GLib.Variant(*value)
        for key, value in values.items() if value is not None
    }


def unpacked(dictionary: Any) -> dict[str, Any]:
    """The values of an ``a{sv}``; bytes as bytes, not as a list of numbers."""
    values: dict[str, Any] = {}
    for index in range(dictionary.n_children()):
        entry = dictionary.get_child_value(index)
        value = entry.get_child_value(1).get_variant()
        is_bytes = value.get_type_string() == "ay"
        values[entry.get_child_value(0).get_string()] = (
            bytes(value.get_data_as_bytes().get_data() or b"") if is_bytes else value.unpack())
    return values


def descriptor(index: int, files: Any) -> int:
    """The descriptor of a message, which is the caller's now; the message keeps none."""
    found = -1
    for place, one in enumerate(files.steal_fds() if files is not None else []):
        if place == index:
            found = one
        else:
            os.close(one)
    if found < 0:
        raise Error("MalformedReply", "dragd's message has no descriptor")
    return found


def interface(name: str, **methods: str) -> Any:
    """The description of an interface: of each method its arguments, and after ``>`` those of its reply."""
    words = []
    for method, signature in methods.items():
        before, _, after = signature.partition(">")
        words.append(f'<method name="{method}">')
        words += [f'<arg type="{one}" direction="in"/>' for one in before.split()]
        words += [f'<arg type="{one}" direction="out"/>' for one in after.split()]
        words.append("</method>")
    xml = f'<node><interface name="{name}">{"".join(words)}</interface></node>'
    return Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0]


_offer = re.compile(ROOT + r"/offer/[a-z2-7]{26}\Z")


def offer_path(text: str | bytes) -> str:
    """The path of an offer; raises ``NoSuchOffer`` for what can be none."""
    path = text if isinstance(text, str) else text.decode("ascii", "replace")
    if not _offer.match(path):
        raise Error("NoSuchOffer", f"“{path[:80]}” is not the path of an offer")
    return path
