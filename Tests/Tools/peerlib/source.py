"""Source1 as a script: for each type the steps that answer Provide.

    ["write", content]       writes to the pipe; a broken pipe is told, and the rest goes on
    ["close"]                closes the pipe
    ["reply", {…}]           answers with that a{sv}
    ["error", name, text]    answers with an error
    ["gate", name]           waits until the test opens that gate
    ["say", text]            tells the test
    ["exit"]                 the process is gone at once

Whatever is left open at the end of the steps stays open. Calls of Prepare, Ended and Released are
answered at once, unless the script has steps for them under their name.
"""

import os
import threading

from .bus import build
from .descriptors import write_all
from .values import to_bytes

INTERFACE = "org.dragd.Source1"


class Gates:
    def __init__(self):
        self.lock, self.gates = threading.Lock(), {}

    def __getitem__(self, name):
        with self.lock:
            return self.gates.setdefault(name, threading.Event())


class Source:
    def __init__(self, say):
        self.say, self.gates, self.scripts, self.bus = say, Gates(), {}, None

    def serve(self, call):
        """What answers one incoming call; on the thread that receives."""
        if call.get("interface") != INTERFACE:
            return lambda: None
        scripts = self.scripts.get(call["path"], {})
        if call["member"] == "Provide":
            steps = scripts.get(call["body"][2], scripts.get("*", []))
        else:
            steps = scripts.get(call["member"], [["reply"]])
        run = Run(self, call)
        if steps == [["reply"]] and call["member"] != "Provide":
            return run.reply
        return run.start(steps)


class Run:
    def __init__(self, source, call):
        self.source, self.call = source, call
        self.pipe = call["body"][3] if call["member"] == "Provide" else None

    def start(self, steps):
        """What performs the steps: on a thread, unless none of them can wait for another process."""
        if all(step == ["close"] for step in steps):
            return lambda: self.perform(steps)
        return threading.Thread(target=self.perform, args=(steps,), daemon=True).start

    def perform(self, steps):
        for step, *arguments in steps:
            getattr(self, step)(*arguments)

    def write(self, content):
        try:
            write_all(self.pipe, to_bytes(content))
        except BrokenPipeError:
            self.say("broken pipe")

    def close(self):
        os.close(self.pipe)

    def reply(self, result=None):
        provides = self.call["member"] == "Provide"
        self.answer("return", "a{sv}" if provides else "", [result or {}] if provides else [])

    def error(self, name, text):
        self.answer("error", "s", [text], error=name)

    def gate(self, name):
        self.source.gates[name].wait()

    def say(self, text):
        self.source.say({"event": "said", "text": text, "body": self.call["body"]})

    def exit(self):
        os._exit(0)

    def answer(self, kind, signature, arguments, **fields):
        self.source.bus.send(
            build(kind, arguments, signature=signature, destination=self.call["sender"],
                  reply_to=self.call["serial"], **fields))
