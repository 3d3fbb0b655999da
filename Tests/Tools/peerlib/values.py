"""D-Bus values as JSON, in both directions, steered by the signature.

A variant is [signature, value], a dictionary with string keys is an object, a structure is an array.
Bytes are written as text, as {"pattern": length, "seed": n} (the same pseudo-random bytes in every
peer) or as {"base64": text}; they are read as {"length", "sha256"} and, when short, "text" and "base64".
A descriptor is its number in the peer.
"""

import base64
import functools
import hashlib
import random

from jeepney.low_level import Array, DictEntry, FileDescriptor, Struct, Variant, parse_signature

SHORT = 65_536


@functools.lru_cache(maxsize=8)
def pattern(length, seed=0):
    return random.Random(seed).randbytes(length)


def to_bytes(content):
    if isinstance(content, str):
        return content.encode()
    if "base64" in content:
        return base64.b64decode(content["base64"])
    return pattern(content["pattern"], content.get("seed", 0))


def describe_bytes(data):
    description = {"length": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    if len(data) <= SHORT:
        description["base64"] = base64.b64encode(data).decode()
        try:
            description["text"] = bytes(data).decode()
        except UnicodeDecodeError:
            pass
    return description


@functools.lru_cache(maxsize=256)
def type_of(signature):
    """The one type that a signature says."""
    return parse_signature(list(signature))


@functools.lru_cache(maxsize=256)
def types_of(signature):
    return parse_signature(list(f"({signature})")).fields


def is_bytes(kind):
    return isinstance(kind, Array) and kind.elt_type == type_of("y")


def to_bus(kind, value):
    """What jeepney wants for a type, from JSON."""
    if is_bytes(kind):
        return to_bytes(value)
    if isinstance(kind, Array):
        if isinstance(kind.elt_type, DictEntry):
            of_key, of_value = kind.elt_type.fields
            return {to_bus(of_key, k): to_bus(of_value, v) for k, v in value.items()}
        return [to_bus(kind.elt_type, v) for v in value]
    if isinstance(kind, Struct):
        return tuple(to_bus(field, v) for field, v in zip(kind.fields, value, strict=True))
    if isinstance(kind, Variant):
        signature, inner = value
        return signature, to_bus(type_of(signature), inner)
    return value


def to_json(kind, value):
    """JSON from what jeepney has read; takes the descriptors out of its hands."""
    if is_bytes(kind):
        return describe_bytes(value)
    if isinstance(kind, Array):
        if isinstance(kind.elt_type, DictEntry):
            of_key, of_value = kind.elt_type.fields
            return {str(to_json(of_key, k)): to_json(of_value, v) for k, v in value.items()}
        return [to_json(kind.elt_type, v) for v in value]
    if isinstance(kind, Struct):
        return [to_json(field, v) for field, v in zip(kind.fields, value)]
    if isinstance(kind, Variant):
        signature, inner = value
        return [signature, to_json(type_of(signature), inner)]
    if isinstance(kind, FileDescriptor):
        return value.to_raw_fd()
    return value


def body_to_bus(signature, values):
    return tuple(to_bus(kind, v) for kind, v in zip(types_of(signature), values, strict=True))


def body_to_json(signature, values):
    return [to_json(kind, v) for kind, v in zip(types_of(signature), values)]
