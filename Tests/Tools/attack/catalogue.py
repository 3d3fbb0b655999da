"""All attacks by their names. Each takes a `Party`, makes about `party.calls` calls, and returns when dragd has served
them."""

ATTACKS = {}


def attack(function):
    """Known by its name, with hyphens; its first line says what it does."""
    ATTACKS[function.__name__.replace("_", "-")] = function
    return function
