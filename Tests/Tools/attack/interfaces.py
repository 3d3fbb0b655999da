"""Every member of every interface, read from the interfaces' XML and from dragd itself: a new one is attacked too."""

import pathlib
import re
from dataclasses import dataclass
from xml.etree import ElementTree

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "dbus"
ROOT = "/org/dragd/Broker1"
INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"
# A key of a dictionary as the comments state it: * ``name`` (``s``)
KEY = re.compile(r"\* ``([a-z_]+)`` \(``([a-z{}()]+)``\)")


@dataclass(frozen=True)
class Member:
    interface: str
    name: str
    signature: str


def read(document):
    """The methods of an introspection document."""
    for interface in ElementTree.fromstring(document).iter("interface"):
        for method in interface.iter("method"):
            inputs = (each.get("type") for each in method.iter("arg") if each.get("direction", "in") == "in")
            yield Member(interface.get("name"), method.get("name"), "".join(inputs))


def properties():
    """(interface, property) of each that the XML states."""
    return [
        (interface.get("name"), each.get("name"))
        for path in sorted(FOLDER.glob("*.xml"))
        for interface in ElementTree.parse(path).getroot().iter("interface")
        for each in interface.iter("property")
    ]


def members(connection, destination):
    """All that the XML states, and all that the root object has beside it, if `destination` tells."""
    found = {member for path in sorted(FOLDER.glob("*.xml")) for member in read(path.read_text())}
    for document in connection.call(destination, ROOT, INTROSPECTABLE, "Introspect"):
        found |= set(read(document[document.index("<node"):]))
    return sorted(found, key=lambda member: (member.interface, member.name))


def keys():
    """The type of each known key of a dictionary."""
    return {name: kind for path in sorted(FOLDER.glob("*.xml")) for name, kind in KEY.findall(path.read_text())}
