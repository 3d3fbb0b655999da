"""The destination's side of moves: what it notes before it acts, and how a crash is settled.

A note tells where the data of a move is, which name it is to get, and which of dragd's records have the move. It is on
the disk before the first byte comes, and its process holds a lock on it while it lives. The data is in a hidden file of
its final folder until dragd has committed the move.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Mapping

from gi.repository import GLib  # type: ignore

from . import _bus
from ._bus import BROKER, ROOT, Error, Session
from ._files import NewFile, place

if TYPE_CHECKING:
    from ._accepting import Transfer

#: After these errors of Finish the item has stayed with its source. Any other one proves nothing.
_ABORTED = {"Truncated", "Stalled", "Changed", "Cancelled", "SourceFailed", "StorageFull"}
#: Seconds for which a dragd that does not answer, or has not decided, is asked.
_PATIENCE = 10.0


def _notes() -> Path:
    base = os.environ.get("XDG_STATE_HOME", "")
    if not base.startswith("/"):
        base = os.path.expanduser("~/.local/state")
    return Path(base, "python3-dragd")


@dataclass
class _Note:
    """The note of one move."""

    transfer: str
    ledger: str
    folder: str
    inode: int
    name: str

    @property
    def hidden(self) -> str:
        return f".dragd-{self.transfer}"

    @property
    def path(self) -> Path:
        return _notes() / self.transfer

    def write(self) -> int:
        """Writes it, durably; returns the descriptor with its lock."""
        notes = _notes()
        for parent in [*reversed(notes.parents), notes]:
            if not parent.is_dir():
                parent.mkdir(mode=0o700, exist_ok=True)
                _synchronize(parent.parent)
        new = notes / f".new-{secrets.token_hex(8)}"
        file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.write(file, json.dumps(self.__dict__).encode())
            os.fsync(file)
            os.rename(new, self.path)
            _synchronize(notes)
        except BaseException:
            os.close(file)
            raise
        return file

    def open_folder(self) -> int:
        """The folder, if it is still the same one: its disk may not be mounted."""
        folder = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        if os.fstat(folder).st_ino != self.inode:
            os.close(folder)
            raise Error("Undecided", f"{self.folder} is not the folder that it was: is its disk mounted?")
        return folder


def _synchronize(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _ledger(session: Session, broker: str) -> str:
    """The identity of the records of moves that a dragd has, by its unique name."""
    return str(session.properties(ROOT, BROKER, of=broker).get("Ledger", ""))


def receive(
    session: Session, transfer: Transfer, folder: str | os.PathLike[str], name: str,
    attributes: Mapping[str, Any], may_be_run: bool,
) -> Path:
    """Receives a move that was accepted, and completes it."""
    path = os.path.realpath(folder)
    where = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    lock = -1
    try:
        ledger = _ledger(session, transfer.broker)
        if not ledger:
            raise Error("StateUnavailable", "dragd does not tell which records of moves it has")
        note = _Note(transfer.path.rpartition("/")[2], ledger, path, os.fstat(where).st_ino, name)
        lock = note.write()
        try:
            with NewFile(where, note.hidden) as file:
                for chunk in transfer:
                    file.write(chunk)
                file.set_attributes(attributes, may_be_run)
                file.synchronize()
                file.keep_hidden()
        except BaseException:  # Finish was not called, so nothing can have moved
            note.path.unlink()
            raise
        try:
            transfer.finish()
        except Error as error:
            outcome = "aborted" if error.code in _ABORTED else _outcome(session, note, error)
            if outcome == "aborted":
                _settle(session, note, outcome)
                raise
        transfer.is_complete = True
        return Path(folder, _settle(session, note, "committed") or name)
    finally:
        os.close(where)
        if lock >= 0:
            os.close(lock)


def _outcome(session: Session, note: _Note, failure: Error | None = None) -> str:
    """What dragd has decided: ``committed`` or ``aborted``."""
    end = time.monotonic() + _PATIENCE
    pause = 0.005
    while True:
        try:
            answer = session.call(ROOT, BROKER, "Outcome", GLib.Variant("(s)", (note.transfer,)))
            outcome = str(answer.body.unpack()[0])
            # From the dragd that has answered: another one may have taken its place.
            if _ledger(session, answer.sender) != note.ledger:
                raise Error("Unrecorded", (
                    f"nobody knows whether {note.name} has moved to {note.folder}: dragd no longer has the records in "
                    "which that stood"))
            if outcome != "pending":
                return outcome
            failure = None
        except Error as error:
            if error.code not in (*_bus.RESTARTED, "StateUnavailable"):
                raise
            failure = error
        if time.monotonic() > end:
            why = failure.message if failure else "dragd is still deciding"
            raise Error("Undecided", f"whether {note.name} has moved is not decided yet: {why}")
        time.sleep(pause)
        pause = min(pause * 2, 0.2)


def _settle(session: Session, note: _Note, outcome: str) -> str | None:
    """Makes the item permanent, or drops it; returns its name, or None if it was settled before a crash."""
    folder = note.open_folder()
    placed: str | None = note.name
    try:
        try:
            if outcome == "committed":
                placed = place(folder, note.name, note.hidden)
            else:
                os.unlink(note.hidden, dir_fd=folder)
        except FileNotFoundError:
            placed = None
        os.fsync(folder)
    finally:
        os.close(folder)
    try:
        session.ask("AcknowledgeOutcome", "(s)", note.transfer)
    except Error:
        return placed  # recover() repeats it
    note.path.unlink(missing_ok=True)
    return placed


@dataclass(frozen=True)
class Settled:
    """A move that a killed program had left behind.

    Attributes:
        path: where the item is, or would have been.
        outcome: ``placed`` (it is here now), ``dropped`` (it has stayed with its source), or ``left``: then ``error``
            tells why it could not be settled.
    """

    path: Path
    outcome: str
    error: Error | None = None


def recover(decide: Callable[[Path], bool | None] = lambda path: None) -> list[Settled]:
    """Settles the moves into folders that programs with this module had begun when they were killed.

    Call it when a program starts that moves items. It leaves moves of living programs alone, and costs nothing where
    there is nothing to settle.

    Args:
        decide: asked about an item of which nobody knows whether it has moved (``Unrecorded``), because dragd no longer
            has the records in which that stood. Where a person has looked at the other side: True keeps it here, False
            drops it, None leaves it for later.
    """
    settled = []
    try:
        names = sorted(os.listdir(_notes()))
    except FileNotFoundError:
        return []
    for name in names:
        if name.startswith("."):
            continue
        try:
            file = os.open(_notes() / name, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(file).st_nlink:
                settled += _recover(name, file, decide)
        except BlockingIOError:
            pass  # its program lives
        finally:
            os.close(file)
    return settled


def _recover(name: str, file: int, decide: Callable[[Path], bool | None]) -> list[Settled]:
    try:
        note = _Note(**json.loads(os.read(file, 1 << 16)))
    except (ValueError, TypeError):
        where = _notes() / name
        return [Settled(where, "left", Error("Other", f"{where} is damaged, or of another version"))]
    path = Path(note.folder, note.name)
    session = _bus.session()
    try:
        try:
            outcome = _outcome(session, note)
        except Error as error:
            keeps = decide(path) if error.code == "Unrecorded" else None
            if keeps is None:
                return [Settled(path, "left", error)]
            outcome = "committed" if keeps else "aborted"
        placed = _settle(session, note, outcome)
    except Error as error:
        return [Settled(path, "left", error)]
    except OSError as error:
        return [Settled(path, "left", Error("Other", str(error)))]
    if placed is None:
        return []
    return [Settled(path.with_name(placed), "placed" if outcome == "committed" else "dropped")]
