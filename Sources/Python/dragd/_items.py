"""Items, and the content of their representations."""

from __future__ import annotations

import fcntl
import io
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Callable, Mapping, Union

from gi.repository import GLib  # type: ignore

from . import _bus
from ._bus import Error

#: Bytes that a message carries itself; larger content is passed as a file in memory.
_INLINE = 1 << 16
_CHUNK = 1 << 18

#: Writes the content to a stream; called on a thread of its own each time that another program accepts it.
Writer = Callable[[BinaryIO], object]


@dataclass(frozen=True)
class Lazy:
    """Content that is made when another program accepts it, with the number of bytes that is promised."""

    write: Writer
    size: int | None = None


#: The content of a representation: bytes, a text, the path of a file (the file itself is offered, as it is now), or a
#: function that writes it on demand.
Content = Union[bytes, str, "os.PathLike[str]", Lazy, Writer]


@dataclass(frozen=True)
class Item:
    """One thing that is offered.

    Attributes:
        name: the file name that is suggested to destinations.
        content: by its type, the best first; dragd finds out the type ``""`` of what is not made on demand.
        key: the item's id in the store of a program that lets it be moved; never used for another item.
    """

    name: str | None
    content: Mapping[str, Content]
    key: str | None = None

    @staticmethod
    def file(path: str | os.PathLike[str]) -> Item:
        """A file, to be copied."""
        return Item(os.path.basename(os.fspath(path)), {"": Path(path)})


@dataclass
class Prepared:
    """An item with what its representations are made of."""

    item: Item
    attributes: dict[str, tuple[str, Any] | None]
    representations: list[dict[str, tuple[str, Any] | None]] = field(default_factory=list)
    descriptors: list[int | None] = field(default_factory=list)
    uses: int = 0
    is_gone: bool = False

    def __post_init__(self) -> None:
        try:
            for kind, content in self.item.content.items():
                self._add(kind, content)
        except BaseException:
            self.close()
            raise

    def _add(self, kind: str, content: Content) -> None:
        one: dict[str, tuple[str, Any] | None] = {"type": ("s", kind) if kind else None}
        held: int | None = None
        if isinstance(content, str):
            content = content.encode()
        if isinstance(content, bytes) and len(content) > _INLINE:
            held = os.memfd_create("offer", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
            view = memoryview(content)
            while view:
                view = view[os.write(held, view):]
            every = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
            fcntl.fcntl(held, fcntl.F_ADD_SEALS, every)
        elif isinstance(content, bytes):
            bytes_ = GLib.Bytes.new(content)
            one["data"] = ("v", GLib.Variant.new_from_bytes(GLib.VariantType("ay"), bytes_, True))
        elif isinstance(content, os.PathLike):
            held = os.open(content, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            facts = os.fstat(held)
            self.attributes["mode"] = ("u", stat.S_IMODE(facts.st_mode))
            self.attributes["modified"] = ("t", facts.st_mtime_ns // 1000)
        elif isinstance(content, Lazy) and content.size is not None:
            one["size"] = ("t", content.size)
        self.representations.append(one)
        self.descriptors.append(held)

    def message(self, files: Any) -> tuple[Any, list[Any]]:
        shown = []
        for one, held in zip(self.representations, self.descriptors):
            if held is not None:
                one = {**one, "fd": ("h", files.append(held))}
            shown.append(_bus.variants(one))
        return _bus.variants(self.attributes), shown

    def writer(self, kind: str) -> Lazy:
        for named, content in self.item.content.items():
            if _plain(named) == _plain(kind) and not isinstance(content, (bytes, str, os.PathLike)):
                return content if isinstance(content, Lazy) else Lazy(content)
        raise Error("SourceFailed", f"this item is not made as {kind}")

    def write(self, kind: str, pipe: int) -> int:
        """Writes the content to a pipe, which is closed then; returns the number of bytes."""
        with Pipe(pipe, "wb") as raw:
            stream = io.BufferedWriter(raw, _CHUNK)
            try:
                self.writer(kind).write(stream)
                if not stream.closed:
                    stream.flush()
            except OSError:
                if not raw.is_broken:  # else the rest is not wanted
                    raise
        return raw.written

    def close(self) -> None:
        for held in self.descriptors:
            if held is not None:
                os.close(held)
        self.descriptors = [None for _ in self.descriptors]


def _plain(kind: str) -> str:
    """A type, regardless of its spelling."""
    return kind.lower().replace(" ", "").replace('"', "")


class Pipe(io.FileIO):
    """A pipe that counts, and knows whether its reader has left."""

    written = 0
    is_broken = False

    def write(self, data: Any) -> int:
        try:
            count = super().write(data)
        except BrokenPipeError:
            self.is_broken = True
            raise
        self.written += count
        return count
