"""The bus, dragd on it, and the folders of both."""

import os
import pathlib
import signal
import subprocess
import threading
import time

from attack.connection import BUS, BUS_PATH, Connection, Refused
from attack.interfaces import ROOT
from attack.party import BROKER, OBJECT_MANAGER, OFFER, PROPERTIES
from attack.wire import NO_AUTO_START

TOOLS = pathlib.Path(__file__).resolve().parents[1]
# These must be 0 when no program does anything.
ACTIVE = ("offers", "items", "targets", "transfers_running", "bytes_held", "memory_held")
# The limits are those of the session.conf that dbus-daemon is installed with.
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={0}/bus</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{0}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="max_incoming_bytes">1000000000</limit>
  <limit name="max_incoming_unix_fds">250000000</limit>
  <limit name="max_outgoing_bytes">1000000000</limit>
  <limit name="max_outgoing_unix_fds">250000000</limit>
  <limit name="max_message_size">1000000000</limit>
  <limit name="service_start_timeout">120000</limit>
  <limit name="auth_timeout">240000</limit>
  <limit name="pending_fd_timeout">150000</limit>
  <limit name="max_completed_connections">100000</limit>
  <limit name="max_incomplete_connections">10000</limit>
  <limit name="max_connections_per_user">100000</limit>
  <limit name="max_pending_service_starts">10000</limit>
  <limit name="max_names_per_connection">50000</limit>
  <limit name="max_match_rules_per_connection">50000</limit>
  <limit name="max_replies_per_connection">50000</limit>
</busconfig>
"""
TIMEOUT = 120


class Stage:
    def __init__(self, folder, binaries, log):
        self.folder, self.binaries, self.log = pathlib.Path(folder), binaries, log
        self.began = time.monotonic()
        self.faults, self.writing = [], threading.Lock()
        # How often dragd was killed: what fails meanwhile may.
        self.epoch = 0
        self.is_killing = False
        for name in ("home", "cache", "state", "runtime", "services"):
            (self.folder / name).mkdir(mode=0o700)
        self.environment = os.environ | {
            "HOME": self.path("home"), "XDG_CACHE_HOME": self.path("cache"), "XDG_STATE_HOME": self.path("state"),
            "XDG_RUNTIME_DIR": self.path("runtime"), "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.path('bus')}",
        }
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = self.environment["DBUS_SESSION_BUS_ADDRESS"]
        (self.folder / "services" / f"{BROKER}.service").write_text(
            f"[D-BUS Service]\nName={BROKER}\nExec={binaries}/dragd --idle-exit never\n")
        (self.folder / "bus.conf").write_text(CONFIGURATION.format(folder))
        self.bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self.path('bus.conf')}", "--nofork", "--nosyslog", "--print-address=1"],
            env=self.environment, stdout=subprocess.PIPE, stderr=log)
        self.bus.stdout.readline()
        self.connection = Connection()

    def path(self, name):
        return str(self.folder / name)

    def close(self):
        self.connection.close()
        self.bus.kill()
        self.bus.wait()

    # What is told

    def say(self, text):
        with self.writing:
            line = f"{time.monotonic() - self.began:8.1f} {text}"
            print(line, file=self.log, flush=True)
            print(line, flush=True)

    def fault(self, text):
        self.faults.append(text)
        self.say(f"FAULT {text}")

    @staticmethod
    def sleep(seconds):
        time.sleep(seconds)

    # Programs

    def dragctl(self, home, *words, **more):
        """A dragctl whose notes are in a home of its own."""
        environment = self.environment | {"XDG_STATE_HOME": self.path(home)}
        return subprocess.Popen(
            [f"{self.binaries}/dragctl", *words], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)

    def attacker(self, *words):
        program = [TOOLS / "attacker.py", *words]
        return subprocess.run(program, env=self.environment, check=True, capture_output=True, text=True).stdout

    def start_attacker(self, name, seed):
        return subprocess.Popen(
            [TOOLS / "attacker.py", "--calls", "400", "--seed", str(seed), name], env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    # dragd

    def dragd(self, connection=None):
        """Its process, or None."""
        try:
            bus = connection or self.connection
            return bus.call(BUS, BUS_PATH, BUS, "GetConnectionUnixProcessID", "s", (BROKER,))[0]
        except Refused:
            return None

    def kill_dragd(self):
        process = self.dragd()
        if process:
            # Until the bus knows of its end it sends calls to it: steps that begin meanwhile are disturbed too.
            self.is_killing = True
            self.epoch += 1
            os.kill(process, signal.SIGKILL)
            self.say(f"killed dragd {process}")
            while self.dragd() == process:
                self.sleep(0.001)
            self.is_killing = False

    def ask(self, interface, member, path=ROOT, signature="", values=(), starts=True):
        """The first value of dragd's reply; None where it did not answer."""
        try:
            serial = self.connection.start(
                BROKER, path, interface, member, signature, values, 0 if starts else NO_AUTO_START)
            reply = self.connection.wait(serial)
        except Refused:
            return None
        finally:
            self.connection.forget()
        body = reply.body()
        return body[0] if body else None

    def statistics(self, starts=True):
        value = self.ask(PROPERTIES, "Get", ROOT, "ss", (BROKER, "Statistics"), starts)
        return value[1] if value else None

    def withdraw_all(self):
        """Ends what lingers."""
        for path in self.ask(OBJECT_MANAGER, "GetManagedObjects") or ():
            self.ask(OFFER, "Withdraw", path)

    def wait_until_idle(self):
        end = time.monotonic() + TIMEOUT
        while True:
            statistics = self.statistics() or {}
            if statistics and not any(statistics[name] for name in ACTIVE):
                return
            if time.monotonic() > end:
                return self.fault(f"dragd has work that nobody gave it: {statistics}")
            time.sleep(0.2)
