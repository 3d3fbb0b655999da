"""What dragd has, every second."""

import csv
import os
import threading
import time

from attack.connection import Connection, Disconnected, Silent

COLUMNS = ["seconds", "is_rest", "process", "memory", "bus_memory", "descriptors", "files", "disk"]

# dragd gives memory back 5 to 10 s after its last work: seconds to wait for that, and the bytes that are too few to be
# it. Its last work is to forget the transfers that ended a minute ago.
GIVING_BACK, LITTLE = 12, 1 << 20
FORGETTING = 60


class Watch:
    def __init__(self, stage, path):
        self.stage, self.path = stage, path
        self.over, self.writing = threading.Event(), threading.Lock()

    def __enter__(self):
        self.file = open(self.path, "w", newline="")
        self.writer = csv.DictWriter(self.file, COLUMNS)
        self.writer.writeheader()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()
        self.file.close()

    def run(self):
        connection = Connection()
        while not self.over.wait(1):
            try:
                self.sample(connection=connection)
            except (Disconnected, Silent) as failure:
                return self.stage.fault(f"nobody watches any more: {failure}")
        connection.close()

    def sample(self, is_rest=False, connection=None):
        process = self.stage.dragd(connection)
        files = list(self.files())
        row = {
            "seconds": round(time.monotonic() - self.stage.began, 1), "is_rest": int(is_rest), "process": process or 0,
            "memory": memory(process), "bus_memory": memory(self.stage.bus.pid), "descriptors": descriptors(process),
            "files": len(files), "disk": sum(files),
        }
        with self.writing:
            self.writer.writerow(row)
            self.file.flush()
        return row

    def wait_for_memory(self):
        """Until dragd has given back what it will: for so long it has given back no more."""
        end, least = time.monotonic() + FORGETTING + GIVING_BACK, None
        while time.monotonic() < end:
            now = memory(self.stage.dragd(None))
            if least is not None and now < least - LITTLE:
                end = max(end, time.monotonic() + GIVING_BACK)
            least = now if least is None else min(least, now)
            self.stage.sleep(0.5)

    def files(self):
        """The sizes of all files below dragd's folders."""
        for name in ("runtime", "state", "cache"):
            for folder, _, names in os.walk(self.stage.path(name)):
                for each in names:
                    try:
                        yield os.stat(os.path.join(folder, each)).st_size
                    except FileNotFoundError:
                        pass


def memory(process):
    """Its share of all memory (PSS), in bytes."""
    try:
        with open(f"/proc/{process}/smaps_rollup") as facts:
            return sum(int(line.split()[1]) << 10 for line in facts if line.startswith("Pss:"))
    except (OSError, ValueError):
        return 0


def descriptors(process):
    try:
        return len(os.listdir(f"/proc/{process}/fd"))
    except OSError:
        return 0
