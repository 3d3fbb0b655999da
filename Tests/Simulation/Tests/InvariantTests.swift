import Foundation
import Harness
import Testing

/// Each thing that must not happen is done on purpose, and the simulator says so.
@Suite struct InvariantTests {
  @Test(arguments: [
    ("closes twice", "which it does not have"),
    ("uses what is closed", "which is not open"),
    ("waits with a mutex", "with 1 mutexes held"),
    ("waits outside of its loop", "the loop of culprit waits in poll"),
    ("crashes", "the run ends by signal"),
    ("waits unseen", "waits in a call that is not simulated"),
    ("leaves an unfinished file", "out has an unfinished file"),
    ("doubles a moved file", "a.dat is there 2 times"),
    ("spoils a copy", "small.txt in out is not whole"),
    ("takes too long", "dragctl list --timeout 1s takes 10 s"),
    ("logs a refused event", "the model refused an event"),
    ("forgets an offer", "the bus's offer is not listed"),
    ("copies without telling", "the bus was told of 0 copies, and there are 1"),
    ("forgets a target", "the bus's target is shown as nothing"),
    ("does not arrive", "something still waits after four days"),
    ("signals after the removal", "gets PropertiesChanged of /org/dragd/Broker1/transfer/x"),
    ("answers what nobody asked", "which waits for nothing"),
    ("is a deaf dragd", "dragd does not answer an observer"),
  ])
  func `what must not happen is noticed`(act: String, says: String) throws {
    let folder = try TemporaryFolder()
    let plan = """
      {"workload": "a test", "seed": 1, "faults": [], "fates": [],
       "endsUnseen": false, "isManaged": false,
       "bus": {"longestRead": 4096, "delayedOneOf": 0, "longestDelay": 0},
       "schedule":
         {"seed": 1, "policy": "uniform", "detail": 0, "delayedOneOf": 0, "longestDelay": 1},
       "programs": [
         {"name": "culprit", "kind": "culprit", "hasSecondBus": false,
          "steps": [{"act": "\(act)", "after": 0, "size": 0, "count": 1, "words": []}]},
         {"name": "shell", "kind": "shell", "hasSecondBus": false,
          "steps": [{"act": "wait", "after": 0, "size": 0, "count": 1, "words": ["status"]}]}]}
      """
    defer { folder.remove() }
    let path = try folder.write("plan.json", text: plan)
    let result = try Simulator.run(["--replay", path])
    #expect(result.exit == .exited(1))
    #expect(result.output.contains(says), "\(result.output)")
  }
}
