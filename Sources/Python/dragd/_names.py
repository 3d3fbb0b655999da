"""Names of files, made of what another program says."""

from __future__ import annotations

import unicodedata

#: The most bytes of a name on Linux.
LIMIT = 255
#: Default_Ignorable_Code_Point of Unicode, but for format characters, variation selectors and what is not assigned.
_INVISIBLE = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}
_LONGEST_ENDING = 16


def safe_name(suggestion: str) -> str | None:
    """The suggestion as a name that is safe to create in any folder.

    It is one component of a path, visible, without misleading characters, and no flag to other tools. None if nothing
    is left of it. dragd's own programs have the same rule.
    """
    name = "".join(
        (" " if unicodedata.category(one) == "Zs" else one) if _is_allowed(one) else "_"
        for one in suggestion).strip(" ")
    if not name:
        return None
    if name[0] in ".-":  # a hidden file, and a flag to “rm *”
        name = "_" + name[1:]
    if unicodedata.category(name[0]).startswith("M"):  # a mark would be drawn onto the slash before the name
        name = "_" + name
    return _cut(name, LIMIT).strip(" ")


def numbered(name: str, number: int) -> str:
    """``photo.png`` as ``photo (1).png``."""
    if number == 0:
        return name
    stem, ending = _split(name)
    words = f" ({number})"
    if len(ending.encode()) > _LONGEST_ENDING and len((name + words).encode()) > LIMIT:
        stem, ending = name, ""
    return _start(stem, LIMIT - len((words + ending).encode())) + words + ending


def _is_allowed(one: str) -> bool:
    value = ord(one)
    if value < 0x7F:
        return value >= 0x20 and one != "/"
    category = unicodedata.category(one)
    if category in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return False
    if category == "Cn":
        reserved = 0xE0000 <= value <= 0xE0FFF or 0xFFF0 <= value <= 0xFFF8 or value == 0x2065
        return not (reserved or value & 0xFFFE == 0xFFFE or 0xFDD0 <= value <= 0xFDEF)
    return value not in _INVISIBLE


def _split(name: str) -> tuple[str, str]:
    dot = name.rfind(".")
    if dot <= 0:
        return name, ""
    if dot > 4 and name[:dot].endswith(".tar"):
        dot -= 4
    return name[:dot], name[dot:]


def _cut(name: str, most: int) -> str:
    if len(name.encode()) <= most:
        return name
    stem, ending = _split(name)
    if len(ending.encode()) > _LONGEST_ENDING:
        return _start(name, most)
    return _start(stem, most - len(ending.encode())) + ending


def _start(text: str, most: int) -> str:
    """As much of a text as fits, in bytes; whole characters."""
    return text.encode()[:most].decode(errors="ignore")
