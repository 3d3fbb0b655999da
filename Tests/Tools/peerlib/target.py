"""Target1 as a script: for each of its members the steps that answer it, as in source.py, and

    ["propose", word, {…}]          answers Propose with that word and that a{sv}
    ["raw", signature, [value, …]]  answers with anything

Without a script Propose proposes a copy; Leave and Perform are answered at once.
"""

from .source import Run

INTERFACE = "org.dragd.Target1"
USUAL = {"Propose": [["propose", "copy", {}]], "Perform": [["reply"]], "Leave": [["reply"]]}


class Target:
    def __init__(self, say, gates):
        self.say, self.gates, self.scripts, self.bus = say, gates, {}, None

    def serve(self, call):
        """What answers one incoming call; on the thread that receives."""
        if call.get("interface") != INTERFACE or call["path"] not in self.scripts:
            return lambda: None
        steps = self.scripts[call["path"]].get(call["member"], USUAL[call["member"]])
        return TargetRun(self, call).start(steps)


class TargetRun(Run):
    def propose(self, word, details):
        self.answer("return", "sa{sv}", [word, details])

    def raw(self, signature, arguments):
        self.answer("return", signature, arguments)

    def reply(self, result=None):
        performs = self.call["member"] == "Perform"
        self.answer("return", "a{sv}" if performs else "", [result or {}] if performs else [])
