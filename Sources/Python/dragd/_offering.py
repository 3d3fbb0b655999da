"""Sources: items that this program offers."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import sys
import threading
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Sequence

from gi.repository import Gio, GLib  # type: ignore

from . import _bus
from ._bus import BROKER, Error, Session
from ._items import Item, Prepared

_SOURCE = _bus.interface(
    "org.dragd.Source1", Provide="o u s h o a{sv} > a{sv}", Prepare="o o u s",
    Ended="o o u s s a{sv}", Released="o s")
#: What one message takes: dbus-daemon cuts a sender of more descriptors off.
_MOST_DESCRIPTORS, _MOST_ITEMS = 16, 64
#: Seconds within which dragd asks for what was accepted before an offer was over.
_GRACE = 60

@dataclass(frozen=True)
class Ended:
    """The end of a transfer of an item.

    Attributes:
        operation: ``copy``, ``move``, ``link``, or ``none`` if it failed or was cancelled; then ``error`` tells why.
    """

    item: Item
    operation: str
    bytes: int
    error: Error | None


class Moves:
    """What lets items move away, exactly once, even if any of the programs is killed at any moment.

    The functions are called on threads of the module, one at a time. To move *files* away use ``dragctl offer
    --operations move``, which holds them against every other program meanwhile.

    Args:
        cookie: the secret that names this source across its restarts; see :func:`dragd.cookie`.
        check: raises if the item of a key is no longer there or has changed: then it stays. At most 10 s.
        delete: deletes the item of a key durably; one that is deleted already is a success.
        release: called if the item did not move after ``check`` was called.
    """

    def __init__(
        self, cookie: str, check: Callable[[str], object], delete: Callable[[str], object],
        release: Callable[[str], object] = lambda key: None,
    ) -> None:
        self.cookie = cookie
        self._check, self._delete, self._release = check, delete, release
        self._lock = threading.Lock()

    def check(self, key: str) -> None:
        with self._lock:
            self._check(key)

    def delete(self, key: str) -> None:
        with self._lock:
            self._delete(key)

    def release(self, key: str) -> None:
        with self._lock:
            self._release(key)

    def claim(self, session: Session) -> set[str]:
        """Deletes what has moved away while this program or dragd was not there; returns the keys."""
        gone: set[str] = set()
        while moves := session.ask("UnacknowledgedMoves", "(s)", self.cookie):  # the oldest of them
            for transfer, key in moves:
                self.delete(key)
                session.ask("AcknowledgeMove", "(ss)", transfer, self.cookie)
                gone.add(key)
        return gone


_cookies: list[int] = []


def cookie(path: str | os.PathLike[str]) -> str:
    """The cookie of a source of moves, which is kept in a file of its store; made if there is none.

    This process holds the file until it ends, because two running processes must never use one cookie: a second one
    gets the error ``Busy``.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise Error("Busy", f"another process uses the cookie in {os.fspath(path)}") from None
    _cookies.append(file)
    text = os.pread(file, 1024, 0).decode("ascii", "replace").strip()
    if len(text) < 22:  # new, or a crash came before the disk had all of it: then nothing was offered yet
        text = secrets.token_hex(16)
        os.pwrite(file, text.encode(), 0)
        os.fsync(file)
        folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(folder)
        os.close(folder)
    return text


class Offer(_bus.Kept):
    """Items that other programs can accept, from :func:`dragd.offer` until it is over."""

    def __init__(
        self, session: Session, items: Iterable[Item], options: dict[str, tuple[str, Any] | None],
        moves: Moves | None, uses: int, ended: Callable[[Ended], object] | None,
    ) -> None:
        super().__init__(session)
        self._moves, self._uses, self._ended = moves, uses, ended
        self._items: list[Prepared] = []
        self._order: list[Prepared] = []  # as dragd has them
        self._written: set[str] = set()  # transfers
        self._prepared: set[str] = set()
        self._publishing = threading.RLock()  # held while the program's own functions are called; the other is not
        self._lock = threading.RLock()
        self._unregister: Callable[[], object] = lambda: None
        try:
            for one in items:
                self._items.append(Prepared(one, {
                    "name": ("s", one.name) if one.name is not None else None,
                    "key": ("s", one.key) if one.key is not None else None}))
            path, self._unregister = session.register(_SOURCE, "source", self._serve)
            self._options = _bus.variants({**options, "source": ("o", path)})
            session.keep(self)
            self._publish()
        except BaseException:
            self._end()
            raise

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until it is over: withdrawn, expired, used up or moved away; returns whether it is."""
        return self._over.wait(timeout)

    def withdraw(self) -> None:
        """Ends the offer. Transfers that are running go on."""
        with self._lock:
            if self.is_over:
                return
            with contextlib.suppress(Error):
                self._session.call(self._path, "org.dragd.Offer1", "Withdraw", None)
            self._end()

    def lost(self) -> None:
        self._end()

    def _end(self) -> None:
        if self.is_over:
            return
        self._over.set()
        for one in self._items:
            one.close()
        self._session.forget(self)
        # What has been accepted may still be asked for.
        self._session.every(_GRACE, self._forget)

    def _forget(self) -> bool:
        is_used = bool(self._written or self._prepared)
        if not is_used:
            self._unregister()
        return is_used

    def renew(self, broker: str) -> None:
        with self._publishing:
            if self.is_over or self._broker == broker:
                return
            try:
                self._publish()
            except Exception as error:
                if not isinstance(error, Error) or error.code not in _bus.RESTARTED:
                    self._end()
                    _bus.report()

    def _publish(self) -> None:
        """Offers what is left; again if dragd does not know our cookie yet."""
        with self._publishing:
            for attempt in range(3):
                try:
                    gone = self._moves.claim(self._session) if self._moves is not None else set()
                    with self._lock:
                        for one in self._items:
                            one.is_gone |= one.item.key in gone
                        self._order = [one for one in self._items if not one.is_gone]
                        self._prepared.clear()  # a former dragd tells no end
                        if self._items and not self._order:
                            self._end()
                        elif not self.is_over:
                            self._send()
                    return
                except Error as error:
                    if error.code != "Busy" or self._moves is None or attempt == 2:
                        raise

    def _send(self) -> None:
        groups: list[list[Prepared]] = [[]]
        count = 0
        for one in self._order:
            more = sum(held is not None for held in one.descriptors)
            if groups[-1] and (count + more > _MOST_DESCRIPTORS or len(groups[-1]) == _MOST_ITEMS):
                groups.append([])
                count = 0
            groups[-1].append(one)
            count += more
        for place, group in enumerate(groups):
            files = Gio.UnixFDList.new()
            items = [one.message(files) for one in group]
            more_follow = _bus.variants({"more": ("b", place + 1 < len(groups))})
            if place == 0:
                body = GLib.Variant("(a(a{sv}aa{sv})a{sv})", (items, {**self._options, **more_follow}))
                answer = self._session.call(_bus.ROOT, BROKER, "Offer", body, files)
                self._path, self._broker = answer.body.unpack()[0], answer.sender
                continue
            try:
                body = GLib.Variant("(a(a{sv}aa{sv})a{sv})", (items, more_follow))
                self._session.call(self._path, "org.dragd.Offer1", "AddItems", body, files)
            except Error:
                self._session.send(self._path, "org.dragd.Offer1", "Withdraw", None)
                raise

    # What dragd calls.

    def _serve(self, method: str, arguments: Any, call: Any) -> Any:
        if method == "Provide":
            _, item, kind, index, transfer, _ = arguments.unpack()
            one = self._item(item)
            pipe = _bus.descriptor(index, call.get_message().get_unix_fd_list())
            self._written.add(transfer)
            try:
                written = one.write(kind, pipe)
            finally:
                self._written.discard(transfer)
            return GLib.Variant("(a{sv})", ({"bytes": GLib.Variant("t", written)},))
        if method == "Prepare":
            _, transfer, _, key = arguments.unpack()
            if self._moves is None:
                raise Error("OperationNotAllowed", "nothing of this offer moves")
            self._prepared.add(transfer)
            try:
                self._moves.check(key)
            except BaseException:
                self._prepared.discard(transfer)
                raise
        elif method == "Ended":
            self._transfer_ended(*arguments.unpack()[1:])
        elif method == "Released":
            self._released(*arguments.unpack())
        return None

    def _item(self, index: int) -> Prepared:
        with self._lock:  # the offer's reply may be on its way
            return self._order[index]

    def _transfer_ended(
        self, transfer: str, index: int, key: str, operation: str, details: dict[str, Any]
    ) -> None:
        one = self._item(index)
        if operation == "move" and self._moves is not None:
            self._moves.delete(key)
            one.is_gone = True
        elif transfer in self._prepared and self._moves is not None:
            self._moves.release(key)
        self._prepared.discard(transfer)
        if operation != "none":
            one.uses += 1
            one.is_gone |= one.uses == self._uses
        if self._ended is None:
            return
        error = None
        if operation == "none":
            name = str(details.get("error", "")).rpartition(".")[2]
            error = Error(name or "Other", str(details.get("message", "")))
        try:
            self._ended(Ended(one.item, operation, int(details.get("bytes", 0)), error))
        except Exception:
            _bus.report()  # it changes nothing: the item has moved

    def _released(self, path: str, reason: str) -> None:
        with self._publishing:
            if path != self._path or self.is_over:
                return
            if reason == "replaced" and self._moves is not None:
                self._broker = ""  # a late call of a dead process has taken the cookie
                self.renew("again")
            else:
                self._end()


def offer(
    items: Iterable[Item] | Item, *, label: str = "", operations: Sequence[str] | None = None,
    moves: Moves | None = None, private: bool = False, sensitive: bool = False, uses: int = 0,
    expires_in: float = 0, linger: float | None = None, source_name: str | None = None,
    ended: Callable[[Ended], object] | None = None,
) -> Offer:
    """Offers items to every program of the session, and again if dragd restarts.

    Args:
        label: for people: what it is.
        operations: of ``copy``, ``move`` and ``link``; by default ``copy``, and ``move`` too if there are ``moves``.
        moves: what lets the items move away; each then has a key.
        private: whether only programs that learn the path can find the offer.
        sensitive: for passwords: never on a disk or in a log.
        uses: how often each item can be accepted; 0 for no limit.
        expires_in: seconds after which it ends; 0 for never.
        linger: seconds for which held content stays after this program has ended; by default a day.
        source_name: for people: what this program calls itself; by default the name of its script.
        ended: called with each end of a transfer, on a thread of the module.

    Raises:
        Error: as dragd says it.
        OSError: a file cannot be opened.
    """
    chosen = list(operations) if operations is not None else ["copy", "move"] if moves else ["copy"]
    return Offer(_bus.session(), [items] if isinstance(items, Item) else items, {
        "operations": ("as", chosen), "label": ("s", label), "private": ("b", private),
        "sensitive": ("b", sensitive), "uses": ("u", uses), "expires_in": ("t", int(expires_in * 1000)),
        "linger": ("t", int(linger * 1000)) if linger is not None else None,
        "source_name": ("s", os.path.basename(sys.argv[0]) if source_name is None else source_name),
        "cookie": ("s", moves.cookie) if moves else None,
    }, moves, uses, ended)
