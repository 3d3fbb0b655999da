"""What honest users do with dragctl: each load again and again on a thread of its own, until it is told to stop. A
process that is killed meanwhile comes back and settles; an undisturbed step that fails is a fault."""

import hashlib
import random
import subprocess
import threading
import time

# Seconds: a step that takes so long hangs, and one that takes so long is reported as slow.
TIMEOUT, SLOW = 120, 20


class Load:
    name = "load"

    def __init__(self, stage, seed):
        self.stage, self.generator = stage, random.Random(seed)
        self.done = self.deaths = 0
        self.running, self.lock = set(), threading.Lock()
        self.folder = stage.folder / f"{self.name}-{seed}"
        self.folder.mkdir()

    def start(self):
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def stop(self):
        self.over.set()
        self.thread.join()

    def run(self):
        while not self.over.is_set():
            before = self.stage.epoch, self.deaths
            is_disturbed = self.stage.is_killing
            wrong = self.step()
            if wrong is None:
                self.done += 1
            elif not is_disturbed and before == (self.stage.epoch, self.deaths):
                self.stage.fault(f"{self.name}, undisturbed: {wrong}")
            self.settle()

    def step(self):
        """What went wrong, or None."""
        raise NotImplementedError

    def settle(self):
        """Checks that all is where it should be, while nothing is under way."""

    # Processes that may be killed

    def begin(self, home, *words):
        program = self.stage.dragctl(f"{self.folder.name}-{home}", *words)
        with self.lock:
            self.running.add(program)
        return program

    def end(self, program):
        """Its exit status, output and last line of errors."""
        try:
            began = time.monotonic()
            output, errors = program.communicate(timeout=TIMEOUT)
            if (seconds := time.monotonic() - began) > SLOW:
                said = errors.decode().strip()[-200:]
                self.stage.say(f"{self.name}: {program.args[1:3]} took {seconds:.0f} s: {said}")
        except subprocess.TimeoutExpired:
            self.stage.fault(f"{self.name}: {program.args[1:]} hangs")
            program.kill()
            output, errors = program.communicate()
        with self.lock:
            self.running.discard(program)
        return program.returncode, output, errors.decode().strip()[-300:]

    def perform(self, home, *words):
        return self.end(self.begin(home, *words))

    def stop_program(self, program):
        program.terminate()
        return self.end(program)

    def kill(self, generator):
        with self.lock:
            if self.running:
                self.deaths += 1
                generator.choice(sorted(self.running, key=lambda each: each.pid)).kill()

    # Files

    def write(self, name, size):
        """A file whose name tells its content."""
        content = self.generator.randbytes(size)
        path = self.folder / f"{name}-{hashlib.sha256(content).hexdigest()[:32]}"
        path.write_bytes(content)
        return path

    @staticmethod
    def is_whole(path):
        return hashlib.sha256(path.read_bytes()).hexdigest()[:32] == path.name.rsplit("-", 1)[1]


class Copying(Load):
    """Held content, accepted as data and as a file."""

    name = "copying"

    def step(self):
        path = self.write("held", self.generator.choice([0, 1_000, 300_000]))
        try:
            status, output, errors = self.perform("source", "offer", "--private", "--linger", "1m", str(path))
            if status:
                return errors
            offer = output.decode().strip()
            status, output, errors = self.perform("destination", "accept", offer)
            self.perform("source", "withdraw", offer)
            if status:
                return errors
            if output != path.read_bytes():
                self.stage.fault(f"{self.name}: {len(output)} bytes came that are not those of {path.name}")
        finally:
            path.unlink()


class Streaming(Load):
    """Content that a command makes when it is wanted."""

    name = "streaming"

    def step(self):
        path = self.write("lazy", self.generator.choice([1, 70_000, 3_000_000]))
        source = self.begin("source", "offer", "--private", "--exec", f"a/b=cat '{path}'")
        try:
            offer = source.stdout.readline().decode().strip()
            if not offer:
                return self.end(source)[2]
            status, output, errors = self.perform("destination", "accept", offer)
            # Whatever is killed: what was accepted without an error is whole.
            if status == 0 and output != path.read_bytes():
                self.stage.fault(f"{self.name}: {len(output)} bytes came that are not those of {path.name}")
            self.stop_program(source)
            return errors if status else None
        finally:
            path.unlink()


class Moving(Load):
    """Files that move there and back; each is in one place, always."""

    name = "moving"
    count = 8

    def __init__(self, stage, seed):
        super().__init__(stage, seed)
        for side in ("one", "other"):
            (self.folder / side).mkdir()
        self.items = set()
        for number in range(self.count):
            path = self.write(f"one-{number}", self.generator.choice([100, 100_000]))
            path.rename(self.folder / "one" / path.name)
            self.items.add(path.name)

    def step(self):
        one, other = self.generator.sample(["one", "other"], 2)
        names = sorted(path.name for path in (self.folder / one).iterdir())
        if not names:
            return None
        chosen = self.generator.sample(names, self.generator.randrange(1, len(names) + 1))
        source = self.begin(
            one, "offer", "--private", "--operations", "move", *(str(self.folder / one / name) for name in chosen))
        offer = source.stdout.readline().decode().strip()
        if not offer:
            return self.end(source)[2]
        status, _, errors = self.perform(
            other, "accept", "--move", "--all", "-o", str(self.folder / other), offer)
        # It ends by itself when all has gone.
        if status:
            source.terminate()
        source_status, _, source_errors = self.end(source)
        if status or source_status:
            return f"{errors} {source_errors}"
        return None

    def settle(self):
        for _ in range(20):
            results = [self.perform(side, "recover") for side in ("one", "other")]
            if not any(status for status, _, _ in results):
                break
        else:
            self.stage.fault(f"{self.name}: what was killed is not settled: {results}")
        self.count_items()

    def count_items(self):
        places = {side: sorted((self.folder / side).iterdir()) for side in ("one", "other")}
        everywhere = [path.name for paths in places.values() for path in paths]
        for name in sorted(self.items | set(everywhere)):
            if everywhere.count(name) != 1 or name not in self.items:
                self.stage.fault(f"{self.name}: {name} is in {everywhere.count(name)} places")
        for paths in places.values():
            for path in paths:
                if path.name in self.items and not self.is_whole(path):
                    self.stage.fault(f"{self.name}: {path.name} is not whole")


class Dropping(Load):
    """Files that are dropped on a folder's target, which may be killed like every process."""

    name = "dropping"

    def __init__(self, stage, seed):
        super().__init__(stage, seed)
        (self.folder / "inbox").mkdir()

    def step(self):
        path = self.write("dropped", self.generator.choice([10, 50_000]))
        label = path.name[-16:]
        # It stays when an attacker has dropped something on it.
        target = self.begin("target", "target", label, "-o", str(self.folder / "inbox"))
        try:
            # It says how to drop something here.
            if not target.stderr.readline():
                return self.end(target)[2] or "the target has ended"
            status, _, errors = self.perform("dropper", "drop", "--on", label, str(path))
            self.stop_program(target)
            arrived = self.folder / "inbox" / path.name
            if status:
                return errors
            if not arrived.exists() or not self.is_whole(arrived):
                self.stage.fault(f"{self.name}: {path.name} was dropped and has not arrived")
            return None
        finally:
            path.unlink()
            for each in (self.folder / "inbox").iterdir():
                each.unlink()
