#!/usr/bin/python3
"""A hostile program on the session bus, without code of dragd or libdbus: it writes its messages itself. What it does
depends on the seed alone.

    attacker.py --list                 names the attacks
    attacker.py [OPTION...] ATTACK...  performs them in turn; “all” is every one

    --seed N       another run of the same attacks (1)
    --calls N      about so many calls in each (400)
    --forever      one after the other with new seeds, until it is killed
    --to NAME      attacks NAME instead of org.dragd.Broker1

Each attack is told in a line when it is over. Exit status 1: what was attacked did not answer any more.
"""

import argparse
import itertools
import random
import resource
import sys
import time

sys.dont_write_bytecode = True

import attack.messages  # noqa: E402
import attack.floods  # noqa: E402
import attack.answering  # noqa: E402
import attack.contents  # noqa: E402
from attack.catalogue import ATTACKS  # noqa: E402
from attack.connection import Disconnected, Silent  # noqa: E402
from attack.party import BROKER, Party  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("attacks", nargs="*", choices=["all", *ATTACKS, []])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=400)
    parser.add_argument("--forever", action="store_true")
    parser.add_argument("--to", default=BROKER)
    return parser.parse_args()


def perform(name, seed, calls, destination):
    began = time.monotonic()
    party = Party(random.Random(f"{name} {seed}"), calls, destination)
    try:
        ATTACKS[name](party)
    finally:
        party.close()
    print(f"{name} --seed {seed} --calls {calls}: {time.monotonic() - began:.2f} s", flush=True)


def main():
    chosen = arguments()
    if chosen.list:
        for name, function in ATTACKS.items():
            print(f"{name:16}{function.__doc__}")
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    names = list(ATTACKS) if "all" in chosen.attacks else chosen.attacks
    seeds = itertools.count(chosen.seed) if chosen.forever else [chosen.seed]
    for seed in seeds:
        for name in names:
            try:
                perform(name, seed, chosen.calls, chosen.to)
            except (Disconnected, Silent) as failure:
                sys.exit(f"{name} --seed {seed} --calls {chosen.calls}: {failure}")


main()
