internal import DragSystem

/// A unit of the user's service manager in the same slice as this process's own unit.
///
/// Such a unit may have files and users of its own, for its safety. Then its process looks as if it were in a sandbox,
/// though the user's own manager has made that. The place of the unit proves what it is: no program in a sandbox can
/// put a process there, because that takes the right to write into the manager's cgroups or to command the manager.
package struct ServiceUnit: Sendable {
  /// Its lines of /proc/PID/cgroup; empty if this process runs in no service.
  private let lines: Set<Substring>

  /// - Parameter name: the name of the unit, such as `dragclip.service`.
  package init(besideThisProcess name: String) {
    self.init(name, besideOneIn: ProcessFacts.ownCgroups)
  }

  /// - Parameter cgroups: what /proc/PID/cgroup says of a process in a unit beside it.
  init(_ name: String, besideOneIn cgroups: String) {
    var lines: Set<Substring> = []
    for line in cgroups.split(separator: "\n") where ApplicationID.isOfManager(line) {
      guard line.hasSuffix(".service"), let slash = line.lastIndex(of: "/") else { continue }
      lines.insert(line[...slash] + name)
    }
    self.lines = lines
  }

  /// Whether a process with those cgroups runs in the unit.
  func contains(_ cgroups: String) -> Bool {
    cgroups.split(separator: "\n").contains { lines.contains($0) }
  }
}
