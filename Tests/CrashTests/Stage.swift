import CLinux
import Foundation
import Harness

/// Where a worker has its runs: buses that are used again and again, and a folder in memory.
final class Stage: CrashStage {
  /// How long anything may take; only what hangs takes as long.
  static let limit: Duration = .seconds(60)

  private let folder: TemporaryFolder
  private var buses: [PrivateBus.Kind: PrivateBus] = [:]
  /// Those that start nothing.
  private var bareBuses: [PrivateBus.Kind: PrivateBus] = [:]
  private var runs = 0

  init() throws {
    folder = try TemporaryFolder("crash", inMemory: true)
  }

  func close() {
    for bus in Array(buses.values) + Array(bareBuses.values) { bus.close() }
    folder.remove()
  }

  func perform(_ plan: Plan) throws -> CrashRun.Outcome { try CrashRun.perform(plan, on: self) }

  /// Each run looks at what it has left by itself.
  func leave() throws -> [String] { [] }

  /// Unless a manager does it the bus starts dragd, by a script, which finds what is planned for its next start.
  func bus(_ kind: PrivateBus.Kind, isManaged: Bool) throws -> PrivateBus {
    if let bus = isManaged ? bareBuses[kind] : buses[kind] { return bus }
    if isManaged {
      let bus = try PrivateBus(kind)
      bareBuses[kind] = bus
      return bus
    }
    let script = try folder.write("dragd", text: Self.script(folder.path("plan")))
    let bus = try PrivateBus(
      kind, services: [PrivateBus.Service("org.dragd.Broker1", ["/bin/sh", script])],
      environment: ["HOME": folder.path, "XDG_DATA_DIRS": "/usr/local/share:/usr/share"])
    buses[kind] = bus
    return bus
  }

  /// Gives a run its folder.
  func stores(_ plan: Plan) throws -> Stores {
    runs += 1
    let stores = Stores(root: folder.path("run-\(runs)"), isManaged: plan.isManaged)
    try stores.make()
    let kills = (plan.kills[.dragd] ?? []).map(String.init).joined(separator: " ")
    try folder.write("plan", text: "run='\(stores.root)'\nkills='\(kills)'\n")
    return stores
  }

  /// Which start it is, is told by the files that the earlier ones have made.
  static func script(_ plan: String) -> String {
    """
    . '\(plan)'
    start=0
    set -C
    while ! { true > "$run/starts/$start"; } 2>/dev/null; do start=$((start + 1)); done
    set +C
    echo $$ > "$run/starts/$start"
    number=$start
    set -- $kills
    while [ $number -gt 0 ] && [ $# -gt 0 ]; do shift; number=$((number - 1)); done
    if [ "${1:-0}" != 0 ]; then export DRAGD_FAIL_AT=$1; fi
    export DRAGD_FAIL_COUNT="$run/steps/dragd.$start"
    export XDG_STATE_HOME="$run/dragd-home" XDG_RUNTIME_DIR="$run/runtime"
    exec '\(Built.dragd)'
    """
  }
}

extension Stores {
  /// The process ids of dragds, in the order of their starts.
  var dragds: [Int32] {
    names("starts").compactMap { Int($0) }.sorted().compactMap { start in
      let text = try? String(contentsOfFile: "\(root)/starts/\(start)", encoding: .utf8)
      return text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
    }
  }

  /// Has every dragd of this run end, and waits for that. False if one does not.
  func endDragds(within limit: Duration) -> Bool {
    var haveEnded = true
    for identifier in dragds {
      let process = syscall_pidfd_open(identifier)
      guard process >= 0 else { continue }
      defer { close(process) }
      guard isDragd(identifier) else { continue }
      kill(identifier, SIGTERM)
      var polled = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, Int32(limit / .milliseconds(1))) != 1 {
        kill(identifier, SIGKILL)
        poll(&polled, 1, -1)
        haveEnded = false
      }
    }
    return haveEnded
  }

  /// Its number may be somebody else's by now.
  private func isDragd(_ identifier: Int32) -> Bool {
    let program = try? FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/\(identifier)/exe")
    return program == Built.dragd || program?.hasSuffix("sh") == true
  }

  /// The points that a process has passed, by its start; the last is where it was killed.
  func steps(_ role: Role, start: Int) -> [String] {
    let file = "\(root)/steps/\(role.rawValue).\(start)"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
