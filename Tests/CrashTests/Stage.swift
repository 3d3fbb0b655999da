import CLinux
import Foundation
import Harness

/// The surroundings of the runs of a worker: buses that all of them use, and a folder in memory.
final class Stage: CrashStage {
  /// The timeout of every wait.
  static let limit: Duration = .seconds(60)

  private let folder: TemporaryFolder
  private var buses: [PrivateBus.Kind: PrivateBus] = [:]
  /// Buses that start no dragd.
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

  /// Each run checks itself what it has left.
  func leave() throws -> [String] { [] }

  /// Returns a bus. Without a manager the bus starts dragd through a script, which reads the plan for its next start.
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

  /// Makes the folder of a run.
  func stores(_ plan: Plan) throws -> Stores {
    runs += 1
    let stores = Stores(root: folder.path("run-\(runs)"), isManaged: plan.isManaged)
    try stores.make()
    let kills = (plan.kills[.dragd] ?? []).map(String.init).joined(separator: " ")
    try folder.write("plan", text: "run='\(stores.root)'\nkills='\(kills)'\n")
    return stores
  }

  /// A script that starts dragd. It counts the starts by the files that earlier starts have made.
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

  /// Ends every dragd of this run and waits for it. False if one does not end.
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

  /// Whether the process is a dragd: its id may have been reused.
  private func isDragd(_ identifier: Int32) -> Bool {
    let program = try? FileManager.default.destinationOfSymbolicLink(
      atPath: "/proc/\(identifier)/exe")
    return program == Built.dragd || program?.hasSuffix("sh") == true
  }

  /// The fail points that a process has passed, by its start; at the last one it was killed.
  func steps(_ role: Role, start: Int) -> [String] {
    let file = "\(root)/steps/\(role.rawValue).\(start)"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
