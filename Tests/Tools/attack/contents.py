"""Attacks by what the content is that programs take from an offer."""

import io
import struct
import tarfile
import time
import zlib

from .catalogue import attack
from .interfaces import ROOT
from .party import BROKER, OFFER, SOURCE_PATH, TARGET, held

SECRET = "/etc/passwd"
# Seconds that targets have for what is dropped on them.
PATIENCE = 10


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def picture(side):
    """A PNG of so many pixels in each direction, of one bit each and all black: its bytes are few."""
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compressobj()
    row = bytes(1 + (side + 7) // 8)
    data = b"".join(rows.compress(row) for _ in range(side)) + rows.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def drawing():
    """An SVG that takes a processor for minutes."""
    filters = "<feTurbulence baseFrequency='0.9' numOctaves='90000'/>" * 50
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='900'>"
        f"<filter id='f' x='0' y='0' width='1' height='1'>{filters}</filter>"
        "<rect width='900' height='900' filter='url(#f)'/></svg>").encode()


def calendar():
    """An iCalendar whose time zone changes each second."""
    return "\r\n".join([
        "BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", "TZID:Z", "BEGIN:STANDARD", "DTSTART:19700101T000000",
        "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=SECONDLY", "END:STANDARD", "END:VTIMEZONE",
        "BEGIN:VTODO", "SUMMARY:a", "DUE;TZID=Z:20300101T000000", "END:VTODO", "END:VCALENDAR", ""]).encode()


def tree(random):
    """A folder's archive with a link or a name that leads out of it."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        top = tarfile.TarInfo("top")
        top.type, top.mode = tarfile.DIRTYPE, 0o755
        archive.addfile(top)
        name = random.choice(["top/link", "../outside", "top/../../outside", SECRET])
        member = tarfile.TarInfo(name)
        member.type = random.choice([tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.REGTYPE])
        member.linkname = random.choice([SECRET, "../../outside", ".." + " " * 90 + "/outside"])
        archive.addfile(member)
    return data.getvalue()


def contents(party):
    """Contents by their types, and the names of their items."""
    addresses = f"file://{SECRET}\r\nfile:///proc/self/environ\r\nfile:///\r\n".encode()
    yield "large.png", "image/png", picture(20_000)
    yield "endless.svg", "image/svg+xml", drawing()
    yield "zones.ics", "text/calendar", calendar()
    points = "<wpt lat='1' lon='2'/>" * 40_000
    yield "many.gpx", "application/gpx+xml", f"<gpx>{points}</gpx>".encode()
    yield "list.txt", "text/uri-list", addresses
    yield "list.txt", "text/uri-list", b"https://example.org/\r\n" * 40_000
    yield "copied", "x-special/gnome-copied-files", b"cut\n" + addresses
    yield "title.txt", "text/plain", b"a" * ((1 << 20) - 1)
    yield "quotes.md", "text/markdown", b"> " * 200_000
    yield "tags.html", "text/html", b"<div>" * 150_000
    yield "top", "application/x-tar;content=folder", tree(party.random)
    yield "board.json", "application/json", b"[" * 500_000


@attack
def bombs(party):
    """content that takes all memory or time, or that leads elsewhere, on offer to all and dropped on every target"""
    targets = (party.attempt(BROKER, "FindTargets", ROOT, "s", ("",)) or [[]])[0]
    offers = [
        party.offer([({"name": ("s", name)}, [held(kind, content)])]) for name, kind, content in contents(party)]
    drops = {party.start(TARGET, "Drop", target, "oa{sv}", (offer, {})) for offer in offers for target, _ in targets}
    # A drop may take as long as a person takes to answer a question.
    end = time.monotonic() + PATIENCE
    while drops and time.monotonic() < end:
        party.connection.receive(1)
        drops -= {each.reply_to for each in party.connection.received}
        party.connection.forget()
    for offer in offers:
        party.attempt(OFFER, "Withdraw", offer)
    party.settle()


@attack
def movers(party):
    """several sources of one cookie and key, and several destinations that accept at once"""
    cookie = party.random.randbytes(16).hex()
    for number in range(max(1, party.calls // 32)):
        sources, destinations = ([party.connect() for _ in range(2)] for _ in range(2))
        offers = []
        for source in sources:
            party.attempt(BROKER, "UnacknowledgedMoves", ROOT, "s", (cookie,), connection=source)
            offers.append(party.offer(
                [({"key": ("s", f"{number}")}, [held()])],
                {"source": ("o", SOURCE_PATH), "cookie": ("s", cookie), "operations": ("as", ["move"])}, source))
        taken = []
        for offer in offers:
            for each in destinations:
                taken += party.accept(offer, {"operation": ("s", "move")}, connection=each)
        # The first offer has ended with the second claim, and of one item one move is under way.
        assert len(taken) <= 1, taken
        party.leave_all()
    party.settle()
