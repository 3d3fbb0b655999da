#!/usr/bin/python3
"""Honest load of all kinds on one bus, one random attack after another, and kill -9 of every process, for as long as it
is told to. Now and then all rest; then nothing may be lost, doubled or left over, and dragd must have no more than
before.

    soak.py --minutes N --binaries FOLDER --output FOLDER

--output gets soak.log (what happened), soak.csv (what dragd had, every second) and, from soak/draw.py, the curves.
The bus is a dbus-daemon of its own, which starts dragd whenever a program calls it. Exit status 1: something was wrong.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time

sys.dont_write_bytecode = True

from soak.loads import Copying, Dropping, Moving, Streaming  # noqa: E402
from soak.stage import Stage  # noqa: E402
from soak.watch import Watch  # noqa: E402

# One period of load, between two rests; and one without attacks, before all.
PERIOD, WARM_UP = 120, 5
# What dragd may have more at any rest than at its first: malloc(3) keeps pages between blocks that are in use.
MORE_MEMORY, MORE_DISK = 16 << 20, 1 << 20
# An attacker that dies in one of these leaves records of moves that only its own cookie could acknowledge.
SPARED = {"moves"}


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--binaries", default=".build/release")
    parser.add_argument("--output", default=".build/soak")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    return parser.parse_args()


def main():
    chosen = arguments()
    os.makedirs(chosen.output, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="soak-") as folder, open(f"{chosen.output}/soak.log", "w") as log:
        stage = Stage(folder, os.path.abspath(chosen.binaries), log)
        stage.say(f"seed {chosen.seed}, {chosen.minutes:g} minutes")
        try:
            with Watch(stage, f"{chosen.output}/soak.csv") as watch:
                Soak(stage, watch, random.Random(chosen.seed)).run(60 * chosen.minutes)
        finally:
            stage.close()
        sys.exit(1 if stage.faults else 0)


class Soak:
    def __init__(self, stage, watch, generator):
        self.stage, self.watch, self.generator = stage, watch, generator
        self.attacks = [line.split()[0] for line in stage.attacker("--list").splitlines()]
        self.loads = [load(stage, generator.getrandbits(32)) for load in (Copying, Streaming, Moving, Moving, Dropping)]

    def run(self, seconds):
        end = time.monotonic() + seconds
        self.work(lambda: self.stage.sleep(WARM_UP))
        rests = [self.rest("before all")]
        period = 0
        while time.monotonic() < end:
            period += 1
            until = min(time.monotonic() + PERIOD, end)
            self.work(lambda: self.disturb(until, kills_dragd=period % 3 == 0))
            rests.append(self.rest(f"period {period}"))
        self.judge(rests)

    def work(self, meanwhile):
        for load in self.loads:
            load.start()
        meanwhile()
        for load in self.loads:
            load.stop()

    def disturb(self, end, kills_dragd):
        """One attack after the other; meanwhile a process is killed every few seconds."""
        while time.monotonic() < end:
            name = self.generator.choice(self.attacks)
            attacker = self.stage.start_attacker(name, self.generator.getrandbits(32))
            epoch = self.stage.epoch
            dies = None if name in SPARED else time.monotonic() + self.generator.uniform(0, 20)
            while attacker.poll() is None:
                self.stage.sleep(self.generator.uniform(0.2, 2))
                if dies and time.monotonic() > dies:
                    attacker.kill()
                    dies, epoch = None, -1
                self.kill_somebody(kills_dragd)
            said = attacker.communicate()[0].strip().splitlines()
            if attacker.returncode and epoch == self.stage.epoch:
                self.stage.fault(f"{name}: {said[-1] if said else attacker.returncode}")
            self.stage.say(f"attacked: {said[-1] if said else name} (exit {attacker.returncode})")

    def kill_somebody(self, kills_dragd):
        if kills_dragd and self.generator.random() < 0.1:
            self.stage.kill_dragd()
        elif self.generator.random() < 0.3:
            self.generator.choice(self.loads).kill(self.generator)

    def rest(self, name):
        """All processes come back and settle; then nothing is under way. Returns what dragd has."""
        for load in self.loads:
            load.settle()
        self.stage.withdraw_all()
        self.stage.wait_until_idle()
        self.watch.wait_for_memory()
        done = ", ".join(f"{load.name} {load.done}" for load in self.loads)
        sample = self.watch.sample(is_rest=True)
        self.stage.say(f"rest, {name}: {sample}; done: {done}")
        return sample

    def judge(self, rests):
        for what, more in (("memory", MORE_MEMORY), ("descriptors", 0), ("files", 0), ("disk", MORE_DISK)):
            first, most = rests[0][what], max(rest[what] for rest in rests)
            if most > first + more:
                self.stage.fault(f"{what} was {first} before all and {most} at a later rest")
        for load in self.loads:
            if not load.done:
                self.stage.fault(f"{load.name} has done nothing at all")
        self.stage.say(f"{len(self.stage.faults)} faults" + "".join(f"\n  {each}" for each in self.stage.faults))


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
main()
