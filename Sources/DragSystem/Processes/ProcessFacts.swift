internal import CLinux

/// Facts about another process, read from the kernel. Reading them waits for no file system of that process.
package struct ProcessFacts: Hashable, Sendable {
  /// /proc/PID/cgroup; see cgroups(7).
  package let cgroups: String
  /// What is known of `/.flatpak-info` in the process's own root.
  package let flatpakInfo: FlatpakInfo
  /// Whether the process has this one's user namespace, mount namespace and root, and so sees the same files. A process
  /// cannot return to a namespace that it has left, so such a process is in no sandbox that this process is not in.
  ///
  /// The root alone proves nothing: a sandbox may have the same folder as its root, below other mounts. False as well
  /// when this process may not look: the other has more rights, hides from others (PR_SET_DUMPABLE in prctl(2)), or is
  /// outside this process's user namespace (ptrace(2), “Ptrace access mode checking”).
  package let sharesRoot: Bool
  /// The name of the program's file; empty when this process may not know it.
  package let program: String
  /// When the process was started, on the clock `Clock.boottime`, rounded down to a hundredth of a second.
  package let started: UInt64

  /// Throws ESRCH when the process has ended: the number may belong to another process meanwhile, so what was read
  /// proves nothing.
  package init(_ process: ProcessHandle) throws(SystemError) {
    let folder = "/proc/\(process.number)"
    cgroups = Self.text(try Self.read("\(folder)/cgroup"))
    started = try Self.start(of: process.number)
    let own = Self.namespaces(of: "/proc/self")
    sharesRoot =
      own != nil && Self.namespaces(of: folder) == own && Self.link("\(folder)/root") == "/"
    program =
      Self.link("\(folder)/exe").flatMap { $0.split(separator: "/").last.map(String.init) } ?? ""
    if sharesRoot {
      flatpakInfo = access(FlatpakInfo.path, F_OK) == 0 ? .credible : .absent
    } else {
      flatpakInfo = try FlatpakInfo(ofProcessIn: folder)
    }
    guard process.isAlive else { throw SystemError("pidfd", errno: ESRCH) }
  }

  /// The cgroups of this process; empty if it may not know them.
  package static var ownCgroups: String {
    (try? read("/proc/self/cgroup")).map(text) ?? ""
  }

  /// Whether this process sees the same files as the process that started it, and so can tell which others do. False
  /// in a unit with files or users of its own.
  package static var sharesParentsFiles: Bool {
    let parent = "/proc/\(getppid())"
    let own = namespaces(of: "/proc/self")
    return own != nil && namespaces(of: parent) == own && link("\(parent)/root") == "/"
  }

  private static func namespaces(of folder: String) -> [String]? {
    guard let user = link("\(folder)/ns/user"), let mounts = link("\(folder)/ns/mnt") else {
      return nil
    }
    return [user, mounts]
  }

  /// The target of a symbolic link; nil when this process may not know it.
  static func link(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4_096)
    let count = readlink(path, &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// When the process that has the number now was started: see `started`. Throws ENOENT when there is none.
  package static func start(of process: UInt32) throws(SystemError) -> UInt64 {
    try start(in: text(read("/proc/\(process)/stat")))
  }

  /// From /proc/PID/stat, proc(5): the 22nd field, in ticks. The second field may contain spaces and parentheses.
  private static func start(in stat: String) throws(SystemError) -> UInt64 {
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 19, let ticks = UInt64(fields[19]) else {
      throw SystemError("read", errno: EPROTO)
    }
    return ticks * (1_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK))))
  }

  /// Files of this kind are small; of a huge one the first bytes are enough.
  static func read(_ path: String, upTo count: Int = 65_536) throws(SystemError) -> [UInt8] {
    let file = try OwnedFileDescriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    return try file.read(upTo: count, at: 0)
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
