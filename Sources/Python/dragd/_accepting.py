"""Destinations: what other programs offer."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Callable, Iterator, Sequence

from gi.repository import GLib, GObject  # type: ignore

from . import _bus
from ._bus import Error, Session
from ._files import NewFile
from ._moving import receive
from ._names import safe_name

_OFFER, _TRANSFER = "org.dragd.Offer1", "org.dragd.Transfer1"
_CHUNK = 1 << 20
#: The items of one reply, which always fit.
_PAGE = 32
UNKNOWN = 2**64 - 1

#: Called with the bytes that have come and those that there will be, None while that is unknown.
Progress = Callable[[int, "int | None"], object]


class Transfer:
    """One item on its way here: a stream of bytes, which ends with an error unless it is complete.

    Iterate over it, or call :meth:`read` until it returns nothing. Leaving its ``with`` block early cancels it.

    Attributes:
        type: the type of the content.
        size: how many bytes there will be; None if that is unknown.
        transferred: how many have come.
        is_complete: whether all has come, and dragd has confirmed that.
    """

    def __init__(
        self, item: OfferedItem, answer: _bus.Answer, progress: Progress | None, cancellable: Any
    ) -> None:
        entry = answer.body.get_child_value(0).get_child_value(0)
        result = _bus.unpacked(entry.get_child_value(1))
        self.path = entry.get_child_value(0).get_string()
        self.broker = answer.sender
        self.type = str(result["type"])
        self.size: int | None = result.get("size")
        self.transferred = 0
        self.is_complete = False
        self._session, self._progress = item.session, progress
        self._data: bytes | None = result.get("data")
        self._pipe = -1 if "fd" not in result else _bus.descriptor(result["fd"], answer.files)
        self._finishes_itself = True
        self._cancellable, self._handler = cancellable, 0
        if self._data is not None:
            self.size = len(self._data)
        if cancellable is not None:
            # The signal: g_cancellable_connect() blocks whoever disconnects.
            self._handler = GObject.Object.connect(cancellable, "cancelled", lambda *_: self.cancel())
            if cancellable.is_cancelled():
                self.cancel()

    def __enter__(self) -> Transfer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[bytes]:
        while chunk := self.read():
            yield chunk

    def read(self, most: int = _CHUNK) -> bytes:
        """The next bytes; none at the end, when all of it has come.

        Raises:
            Error: it is not complete: ``Truncated``, ``Stalled``, ``Changed``, ``Cancelled``, ``SourceFailed``.
        """
        if self._data is not None:
            chunk, self._data = self._data[:most], self._data[most:]
        else:
            chunk = os.read(self._pipe, most) if self._pipe >= 0 else b""
        self.transferred += len(chunk)
        if chunk and self._progress is not None:
            self._progress(self.transferred, self.size)
        if not chunk and self._finishes_itself and not self.is_complete:
            self.finish()
        return chunk

    def for_move(self) -> Transfer:
        """Leaves Finish to the caller, which stores the item first."""
        self._finishes_itself = False
        return self

    def finish(self) -> None:
        """Asks dragd whether all has come; after a move, for its commit."""
        if self.path != "/":
            self._session.call(self.path, _TRANSFER, "Finish", GLib.Variant("(a{sv})", ({},)))
        self.is_complete = True

    def cancel(self, reason: str = "") -> None:
        """Gives it up, from any thread: reading ends with the error ``Cancelled``."""
        if self.path != "/":
            self._session.send(self.path, _TRANSFER, "Cancel", GLib.Variant("(s)", (reason,)))

    def close(self) -> None:
        if self._handler:
            GObject.Object.disconnect(self._cancellable, self._handler)
            self._handler = 0
        if not self.is_complete:
            self.cancel()
        if self._pipe >= 0:
            os.close(self._pipe)
            self._pipe = -1


class OfferedItem:
    """One item of an offer.

    Types are patterns, such as ``image/png``, ``image/*`` or ``text/plain;charset=utf-8``, the best first; those with
    which the offer was found are the default, else the source's best. Each method blocks: call it on a thread where a
    main loop must go on. ``progress`` is called on the same thread; what it raises ends the transfer. A
    ``Gio.Cancellable`` ends the transfer from any thread.

    Attributes:
        index: its place in the offer.
        name: the file name that its source suggests, safe for any folder; None without one.
        types: the types on offer, the best first.
    """

    def __init__(
        self, offer: Offered, index: int, attributes: dict[str, Any], types: list[str],
        operation: str = "copy",
    ) -> None:
        self.offer, self.index, self.types, self.operation = offer, index, types, operation
        self.session: Session = offer.session
        self.attributes = attributes
        stated = attributes.get("name")
        self.name = safe_name(stated) if stated is not None else None

    def open(
        self, *types: str, operation: str | None = None, progress: Progress | None = None,
        cancellable: Any = None,
    ) -> Transfer:
        """Accepts the item. Its bytes come as they are made: it is a stream to read to its end."""
        how = operation or ("link" if self.operation == "link" else "copy")
        answer = self.session.call(self.offer.path, _OFFER, "Accept", GLib.Variant("(auasa{sv})", (
            [self.index], list(types or self.offer.wanted), _bus.variants({
                "operation": ("s", how), "delivery": ("s", "stream"),
                # A move has a transfer in any case.
                "inline_max": ("t", 65536) if how != "move" else None,
            }))))
        return Transfer(self, answer, progress, cancellable)

    def read(
        self, *types: str, limit: int = 64 << 20, progress: Progress | None = None, cancellable: Any = None
    ) -> bytes:
        """All of the item's bytes.

        Raises:
            Error: as :meth:`Transfer.read`; ``NotAcceptable``; ``TooLarge`` if there are more bytes than the limit.
        """
        with self.open(*types, progress=progress, cancellable=cancellable) as transfer:
            chunks = []
            for chunk in transfer:
                chunks.append(chunk)
                if transfer.transferred > limit:
                    raise Error("TooLarge", f"the item has more than {limit} bytes")
            return b"".join(chunks)

    def save(
        self, folder: str | os.PathLike[str], *types: str, progress: Progress | None = None,
        cancellable: Any = None,
    ) -> Path:
        """Saves the item in a folder, under its own name; returns the path of the new file.

        The file appears when it is complete, or not at all. It replaces none: its name gets a number where it is used.
        An address in the content, such as one of ``text/uri-list``, is saved as it is: nothing opens it.
        """
        where = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with self.open(*types, progress=progress, cancellable=cancellable) as transfer:
                with NewFile(where) as file:
                    for chunk in transfer:
                        file.write(chunk)
                    file.set_attributes(self.attributes, may_be_run=False)
                    name = file.place(self.file_name(transfer.type))
        finally:
            os.close(where)
        return Path(folder, name)

    def move(
        self, folder: str | os.PathLike[str], *types: str, progress: Progress | None = None,
        cancellable: Any = None,
    ) -> Path:
        """Moves the item into a folder: its source deletes it, and it exists exactly once, even if any of the programs
        is killed at any moment. See :func:`dragd.recover`.

        Raises:
            Error: as :meth:`Transfer.read`; ``OperationNotAllowed`` where the source only copies; ``Busy`` while
                another program moves it. After these it has stayed with its source. ``Undecided`` and ``Unrecorded``:
                see :func:`dragd.recover`.
        """
        with self.open(*types, operation="move", progress=progress, cancellable=cancellable) as transfer:
            return receive(
                self.session, transfer.for_move(), folder, self.file_name(transfer.type), self.attributes,
                may_be_run=not self.offer.is_from_sandbox)

    def file_name(self, kind: str) -> str:
        """The name for a file with the item's content."""
        stated = self.attributes.get("name") or "unnamed"
        if re.match(r"application/x-tar;.*content=folder", kind):
            stated += ".tar"
        return safe_name(stated) or "unnamed"


class Offered:
    """An offer of another program, or of this one.

    Attributes:
        path: its path on the bus; whoever knows that of a private offer can accept it.
        label: for people: what it is.
        operations: what its source allows, of ``copy``, ``move`` and ``link``.
        source_name: for people: what the source calls itself. Nothing proves it.
        is_from_sandbox: whether the source runs in a sandbox, or may: open no file that it names.
        is_sensitive: whether it is a secret, such as a password: to be kept off disks and out of logs.
    """

    def __init__(
        self, session: Session, path: str, wanted: Sequence[str] = (), only: Sequence[int] | None = None,
        operation: str = "copy",
    ) -> None:
        self.session, self.path, self.wanted = session, _bus.offer_path(path), list(wanted)
        self._only, self._operation = only, operation
        facts = session.properties(self.path, _OFFER)
        self.label = str(facts["Label"])
        self.types: list[str] = list(facts["Types"])
        self.operations: list[str] = list(facts["Operations"])
        self.source_name = str(facts["Source"].get("name", ""))
        self.is_from_sandbox = bool(facts["Source"].get("sandboxed", True))
        self.is_sensitive = bool(facts.get("Sensitive", False))
        self._items: list[OfferedItem] | None = None

    @property
    def items(self) -> list[OfferedItem]:
        """The items; asked for once."""
        if self._items is None:
            found: list[OfferedItem] = []
            while len(page := self._page(len(found))) == _PAGE:
                found += page
            found += page
            self._items = [one for one in found if self._only is None or one.index in self._only]
        return self._items

    def _page(self, first: int) -> list[OfferedItem]:
        body = self.session.call(
            self.path, _OFFER, "GetItems", GLib.Variant("(uu)", (first, _PAGE))).body.get_child_value(0)
        found = []
        for place in range(body.n_children()):
            attributes, shown = (body.get_child_value(place).get_child_value(one) for one in (0, 1))
            types = [str(one["type"]) for one in shown.unpack()]
            found.append(OfferedItem(
                self, first + place, _bus.unpacked(attributes), types, self._operation))
        return found


def find(*types: str) -> Offered:
    """The newest public offer with one of these types, such as ``image/*``; without types the newest of all.

    Raises:
        Error: ``NoSuchOffer`` if there is none.
    """
    session = _bus.session()
    return Offered(session, session.ask("Find", "(asa{sv})", list(types), {}), types)


def offered(path: str | bytes, *types: str) -> Offered:
    """The offer of a path, as a drag or a clipboard has it under the type :data:`dragd.OFFER_TYPE`.

    Raises:
        Error: ``NoSuchOffer`` if the text is no path of an offer, or that is over.
    """
    return Offered(_bus.session(), _bus.offer_path(path), types)
