"""Drop targets: places of this program to drop onto, and those of others."""

from __future__ import annotations

import contextlib
import os
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterable, Sequence

from gi.repository import GLib  # type: ignore

from . import _bus
from ._accepting import Offered, OfferedItem
from ._bus import BROKER, Error, Session
from ._offering import Offer

_DROP_TARGET = "org.dragd.DropTarget1"
_TARGET = _bus.interface(
    "org.dragd.Target1", Propose="o o a{sv} > s a{sv}", Leave="o o", Perform="o o s a{sv} > a{sv}")


@dataclass(frozen=True)
class Proposed:
    """A drop that may come.

    Attributes:
        offer: what is dragged.
        operations: those in question, the best first.
        index: where in the target, if it is a list.
    """

    offer: Offered
    operations: list[str]
    index: int | None


class Drop:
    """A drop to perform.

    Attributes:
        offer: what was dropped.
        operation: ``copy``, ``move`` or ``link``.
        index: where in the target, if it is a list.
    """

    def __init__(self, offer: Offered, operation: str, index: int | None) -> None:
        self.offer, self.operation, self.index = offer, operation, index

    @property
    def items(self) -> list[OfferedItem]:
        """What was dropped of the offer's items."""
        return self.offer.items

    def save(self, folder: str | os.PathLike[str]) -> list[Path]:
        """Copies or moves the items into a folder, as the drop says; returns the paths of the files."""
        if self.operation == "move":
            return [one.move(folder) for one in self.items]
        return [one.save(folder) for one in self.items]


#: Answers ``copy``, ``move``, ``link``, ``cancel`` (not now) or ``forbidden`` (never here).
Propose = Callable[[Proposed], str]


class Target(_bus.Kept):
    """A place to drop onto, from :func:`dragd.target` until it is unregistered."""

    def __init__(
        self, session: Session, name: str, types: Iterable[str], perform: Callable[[Drop], object],
        label: str, operations: Sequence[str], propose: Propose | None,
    ) -> None:
        super().__init__(session)
        self._name, self._types = name, list(types)
        self._perform, self._propose = perform, propose
        self._lock = threading.Lock()
        path, self._unregister = session.register(_TARGET, "target", self._serve)
        self._options = _bus.variants({
            "target": ("o", path), "label": ("s", label), "operations": ("as", list(operations))})
        session.keep(self)
        try:
            with self._lock:  # the dragd that this call starts is news too
                self._register()
        except BaseException:
            self.lost()
            raise

    def unregister(self) -> None:
        """Takes it away. Drops that are being performed go on."""
        with self._lock:
            if not self.is_over:
                with contextlib.suppress(Error):
                    self._session.call(self._path, _DROP_TARGET, "Unregister", None)
        self.lost()

    def lost(self) -> None:
        self._over.set()
        self._session.forget(self)
        self._unregister()

    def renew(self, broker: str) -> None:
        with self._lock:
            if self.is_over or self._broker == broker:
                return
            try:
                self._register()
            except Error as error:
                if error.code not in _bus.RESTARTED:  # then the bus announces the next dragd
                    self.lost()
                    _bus.report()

    def _register(self) -> None:
        arguments = GLib.Variant("(sasa{sv})", (self._name, self._types, self._options))
        answer = self._session.call(_bus.ROOT, BROKER, "RegisterTarget", arguments)
        self._path, self._broker = answer.body.unpack()[0], answer.sender

    def _serve(self, method: str, arguments: Any, _call: Any) -> Any:
        if method == "Propose":
            _, path, context = arguments.unpack()
            operations, index = list(context["operations"]), context.get("index")
            if self._propose is None:
                return GLib.Variant("(sa{sv})", (operations[0] if operations else "forbidden", {}))
            offer = Offered(self._session, path, self._types, context.get("items"))
            try:
                return GLib.Variant("(sa{sv})", (self._propose(Proposed(offer, operations, index)), {}))
            except Error as error:
                return GLib.Variant("(sa{sv})", ("forbidden", {"reason": GLib.Variant("s", error.message)}))
        if method == "Perform":
            _, path, operation, context = arguments.unpack()
            offer = Offered(self._session, path, self._types, context.get("items"), operation)
            self._perform(Drop(offer, operation, context.get("index")))
            return GLib.Variant("(a{sv})", ({},))
        return None


def target(
    name: str, types: Iterable[str], perform: Callable[[Drop], object], *, label: str = "",
    operations: Sequence[str] = ("copy",), propose: Propose | None = None,
) -> Target:
    """Registers a place to drop onto, and again if dragd restarts.

    Args:
        types: patterns of the types that it takes, the best first; empty for any type.
        perform: called with each drop, on a thread of its own: it may take its time, and store in it. The drop has
            happened when it returns; what it raises ends the drop.
        label: for people: what the place is.
        propose: asked while something hovers: at most 2 s, and it changes nothing. By default the best of the
            operations in question.
    """
    return Target(_bus.session(), name, types, perform, label, operations, propose)


@dataclass(frozen=True)
class FoundTarget:
    """A drop target of any program."""

    path: str
    label: str
    app_id: str


@dataclass(frozen=True)
class Dropped:
    """What dragd saw arrive at a drop target."""

    operation: str
    items: int
    bytes: int


def targets(name: str = "") -> list[FoundTarget]:
    """The drop targets of a name, the oldest first; without a name all."""
    found = _bus.session().ask("FindTargets", "(s)", name)
    return [FoundTarget(path, facts["label"], facts["app_id"]) for path, facts in found]


def drop(
    offer: Offer | Offered | str, on: FoundTarget | str, *, operations: Sequence[str] | None = None,
) -> Dropped:
    """Drops an offer onto a target, or onto the oldest one of a name; blocks until it has arrived.

    Args:
        operations: those wanted, the best first; by default what the offer allows.

    Raises:
        Error: ``NoSuchTarget``; ``Forbidden`` and ``Cancelled`` with the target's reason; or why it failed.
    """
    if isinstance(on, str):
        named = targets(on)
        if not named:
            raise Error("NoSuchTarget", f"no program has a drop target {on}")
        on = named[0]
    context = _bus.variants({"operations": ("as", list(operations)) if operations is not None else None})
    path = _bus.offer_path(offer if isinstance(offer, str) else offer.path)
    answer = _bus.session().call(on.path, _DROP_TARGET, "Drop", GLib.Variant("(oa{sv})", (path, context)))
    operation, result = answer.body.unpack()
    return Dropped(operation, int(result["items"]), int(result["bytes"]))
