#!/usr/bin/python3
"""A peer on the session bus that does what it is told, with none of dragd's code in it.

Commands come as JSON, one a line: {"id": n, "do": command, …}. Every command is answered with one line
{"id": n, …}; calls over the bus when their reply comes. What happens meanwhile is told as
{"event": "call" | "signal" | "said" | "stray" | "disconnected", …}. The lines of what comes over the bus
stand in the order in which it came.

    call        a method call; destination, path, interface, member, signature, arguments
    send        any message (kind, fields as in peerlib/bus.py), answered when it has been sent;
                repeat: so many times; corrupt: [hex, hex] replaces bytes
    serve       implements Source1 at a path: see peerlib/source.py
    serve target  implements Target1 at a path: see peerlib/target.py
    open gate   lets scripts go on that wait there
    deaf        stops reading the bus, or with false takes it up again
    leave       leaves the bus, the process stays
    exit        ends the process
    …           everything in peerlib/descriptors.py
"""

import json
import sys
import threading

sys.dont_write_bytecode = True

from peerlib import descriptors  # noqa: E402
from peerlib.bus import Bus, build  # noqa: E402
from peerlib.source import Source  # noqa: E402
from peerlib.target import Target  # noqa: E402

printing = threading.Lock()


def say(line):
    text = json.dumps(line, separators=(",", ":")) + "\n"
    with printing:
        sys.stdout.write(text)
        sys.stdout.flush()


source = Source(say)
target = Target(say, source.gates)


def serve(call):
    answers = source.serve(call), target.serve(call)

    def answer():
        for begin in answers:
            begin()

    return answer


bus = source.bus = target.bus = Bus(say, serve)


def aside(work, *arguments):
    """On a thread: what waits for a pipe or a full socket must not keep other commands waiting."""
    def attempt():
        try:
            work(*arguments)
        except Exception as failure:
            say({"event": "defect", "why": repr(failure), "line": repr(arguments)})
    threading.Thread(target=attempt, daemon=True).start()


def send(identifier, arguments):
    repeat, corrupt = arguments.pop("repeat", None), arguments.pop("corrupt", None)
    message = build(**arguments)
    if repeat:
        bus.flood(message, repeat)
    else:
        bus.send(message, corrupt=corrupt)
    say({"id": identifier})


def handle(identifier, do, arguments):
    say({"id": identifier, **descriptors.perform(do, arguments)})


def perform(identifier, do, **arguments):
    if do == "call":
        bus.send(build("call", **arguments), command=identifier)
        return
    if do == "send":
        aside(send, identifier, arguments)
        return
    if do in descriptors.COMMANDS:
        aside(handle, identifier, do, arguments)
        return
    if do == "serve":
        source.scripts[arguments["path"]] = arguments["scripts"]
    elif do == "serve target":
        target.scripts[arguments["path"]] = arguments["scripts"]
    elif do == "open gate":
        source.gates[arguments["name"]].set()
    elif do == "deaf":
        bus.hearing.clear() if arguments.get("deaf", True) else bus.hearing.set()
    elif do == "leave":
        bus.leave()
    elif do == "exit":
        bus.vanish()
    else:
        raise ValueError(f"no command {do!r}")
    say({"id": identifier})


say({"event": "ready", "name": bus.name})
for line in sys.stdin:
    command = json.loads(line)
    try:
        perform(command.pop("id"), command.pop("do"), **command)
    except Exception as failure:
        say({"event": "defect", "why": repr(failure), "line": line})
bus.vanish()
