"""dragd: drag and drop between the programs of a session.

A place to drop pictures onto::

    import dragd
    def save(drop): drop.save("Pictures")
    dragd.target("Photos", ["image/*"], save)
    dragd.run()

A table that is made when another program wants it::

    import dragd
    def table(stream):
        for n in range(200_000): stream.write(b"%d,%d\\n" % (n, n * n))
    dragd.offer(dragd.Item("squares.csv", {"text/csv": table}))
    dragd.run()

And what takes it, complete or not at all::

    import dragd
    for item in dragd.find("text/csv").items:
        print(item.save("."))

Threads: every function may be called on any thread, and blocks until dragd has answered. The module serves dragd's
calls on a thread of its own, so a program needs no main loop, and may have any: GLib's, Qt's, asyncio's. It calls the
functions of the program on threads of their own; hand what concerns a window to its main loop, as with
``GLib.idle_add``. Do not fork a process that has called the module.

Every failure of dragd is an :class:`Error` with a code. Files fail with OSError, as everywhere.
"""

from __future__ import annotations

from . import _bus
from ._accepting import Offered, OfferedItem, Progress, Transfer, find, offered
from ._bus import Error
from ._items import Content, Item, Lazy, Writer
from ._moving import Settled, recover
from ._names import safe_name
from ._offering import Ended, Moves, Offer, cookie, offer
from ._targets import Drop, Dropped, FoundTarget, Propose, Proposed, Target, drop, target, targets

__all__ = [
    "OFFER_TYPE", "Content", "Drop", "Dropped", "Ended", "Error", "FoundTarget", "Item", "Lazy", "Moves", "Offer",
    "Offered", "OfferedItem", "Progress", "Propose", "Proposed", "Settled", "Target", "Transfer", "Writer", "cookie",
    "drop", "find", "offer", "offered", "recover", "run", "safe_name", "target", "targets",
]

#: The type under which an ordinary drag or clipboard of a toolkit has the path of an offer, as text: with it dragctl,
#: dragboard and others follow a drag to every representation. See :func:`offered`.
OFFER_TYPE = "application/vnd.dragd.offer"


def run() -> None:
    """Waits as long as this program has offers or drop targets; a program with a main loop of its own does not need it.

    Raises:
        Error: ``Disconnected`` when the session bus is gone.
    """
    _bus.session().wait()
