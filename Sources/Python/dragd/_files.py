"""New files in a folder, which appear complete or not at all."""

from __future__ import annotations

import errno
import os
import re
import secrets
from typing import Any, Mapping

from ._names import numbered

#: Where a file system has no second names, or no files without one.
_NOT_THERE = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EISDIR, errno.EINVAL)


class NewFile:
    """A file without a name; where the file system has none of those, or it is asked for, with a hidden one.

    It is removed at the end of its ``with`` block unless it was placed.

    Args:
        folder: the descriptor of its folder.
    """

    def __init__(self, folder: int, hidden: str | None = None) -> None:
        self._folder, self._hidden = folder, hidden
        if hidden is None:
            try:
                flags = os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC
                self._file = os.open(".", flags, 0o666, dir_fd=folder)
                return
            except OSError as error:
                if error.errno not in _NOT_THERE:
                    raise
            self._hidden = f".dragd-{secrets.token_hex(13)}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        self._file = os.open(str(self._hidden), flags, 0o666, dir_fd=folder)

    def __enter__(self) -> NewFile:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)
        if self._hidden is not None:
            os.unlink(self._hidden, dir_fd=self._folder)

    def write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._file, view):]

    def set_attributes(self, stated: Mapping[str, Any], may_be_run: bool) -> None:
        """Gives it the permissions and the time that an item's attributes state."""
        if "mode" in stated:
            mode = int(stated["mode"]) & (0o777 if may_be_run else 0o666) & ~_umask()
            os.fchmod(self._file, mode)
        if "modified" in stated:
            moment = min(int(stated["modified"]), 2**53) * 1000
            os.utime(self._file, ns=(moment, moment))

    def synchronize(self) -> None:
        os.fsync(self._file)
        os.fsync(self._folder)

    def place(self, name: str) -> str:
        """Gives it its name; returns that, with a number if the name was used."""
        found = place(self._folder, name, self._hidden, self._file)
        self._hidden = None
        return found

    def keep_hidden(self) -> None:
        """Lets it stay under its hidden name."""
        self._hidden = None


def place(folder: int, name: str, hidden: str | None, file: int = -1) -> str:
    """Gives a file its name in its folder; the file has a hidden name or only a descriptor. Replaces nothing.

    A process that was killed meanwhile may have done the half of it.
    """
    own = os.stat(hidden, dir_fd=folder, follow_symlinks=False) if hidden is not None else None
    for number in range(10_000):
        wanted = numbered(name, number)
        try:
            if hidden is not None:
                os.link(hidden, wanted, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
            else:
                os.link(f"/proc/self/fd/{file}", wanted, dst_dir_fd=folder, follow_symlinks=True)
        except FileExistsError:
            if own is None or not _is_same(own, folder, wanted):
                continue
        except OSError as error:
            if hidden is None or error.errno not in _NOT_THERE:
                raise
            try:  # reserves the name
                os.close(os.open(wanted, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600, dir_fd=folder))
            except FileExistsError:
                continue
            os.rename(hidden, wanted, src_dir_fd=folder, dst_dir_fd=folder)
            return wanted
        if hidden is not None:
            os.unlink(hidden, dir_fd=folder)
        return wanted
    raise FileExistsError(errno.EEXIST, "too many files have this name", name)


def _is_same(one: os.stat_result, folder: int, name: str) -> bool:
    try:
        return os.path.samestat(one, os.stat(name, dir_fd=folder, follow_symlinks=False))
    except FileNotFoundError:
        return False


def _umask() -> int:
    """Without os.umask(), which would change it for a moment for all threads."""
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:
        found = re.search(r"^Umask:\s*(\d+)", status.read(), re.MULTILINE)
    return int(found[1], 8) if found else 0o077
