internal import CLinux

/// What the system says of another process. Reading it may wait for a mount that only that process has:
/// a worker's business.
package struct ProcessFacts: Hashable, Sendable {
  /// /proc/PID/cgroup; see cgroups(7).
  package let cgroups: String
  /// `/.flatpak-info` in the process's own root; nil where there is none, or the root must not be looked into. Empty
  /// when it is there and cannot be read: a sandbox all the same.
  package let flatpakInfo: String?
  /// Whether the process has this one's user namespace, mount namespace and root, and so sees the same files. Nothing
  /// gets back into a namespace that it was put out of: whoever is here is in no sandbox that this process is not in.
  ///
  /// The root alone tells nothing: a sandbox may have the same folder as its root, below other mounts. False as well
  /// where the process must not be looked into: it has more rights than this one, hides from others (PR_SET_DUMPABLE
  /// in prctl(2)), or is outside this one's user namespace (ptrace(2), “Ptrace access mode checking”).
  package let sharesRoot: Bool
  /// The name of the program's file; empty where it must not be known.
  package let program: String
  /// When the process was started, on the clock `Clock.boottime`, to the hundredth of a second before.
  package let started: UInt64

  /// Fails when the process has ended: what was read of a number that may have been given to another process meanwhile
  /// is worth nothing.
  package init(_ process: ProcessHandle) throws(SystemError) {
    let folder = "/proc/\(process.number)"
    cgroups = Self.text(try Self.read("\(folder)/cgroup"))
    started = try Self.start(in: Self.text(Self.read("\(folder)/stat")))
    let own = Self.namespaces(of: "/proc/self")
    sharesRoot =
      own != nil && Self.namespaces(of: folder) == own && Self.link("\(folder)/root") == "/"
    program =
      Self.link("\(folder)/exe").flatMap { $0.split(separator: "/").last.map(String.init) } ?? ""
    do throws(SystemError) {
      flatpakInfo = Self.text(try Self.read("\(folder)/root/.flatpak-info"))
    } catch {
      guard !error.isShortOfDescriptors else { throw error }
      flatpakInfo = error.errno == EACCES || error.errno == ENOENT ? nil : ""
    }
    guard process.isAlive else { throw SystemError("pidfd", errno: ESRCH) }
  }

  private static func namespaces(of folder: String) -> [String]? {
    guard let user = link("\(folder)/ns/user"), let mounts = link("\(folder)/ns/mnt") else {
      return nil
    }
    return [user, mounts]
  }

  /// Where a symbolic link leads; nil where that must not be known.
  private static func link(_ path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4_096)
    let count = readlink(path, &bytes, bytes.count)
    return count > 0
      ? String(decoding: bytes[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// From /proc/PID/stat, proc(5): the 22nd field, in ticks. The second may have spaces and parentheses of its own.
  private static func start(in stat: String) throws(SystemError) -> UInt64 {
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 19, let ticks = UInt64(fields[19]) else {
      throw SystemError("read", errno: EPROTO)
    }
    return ticks * (1_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK))))
  }

  /// A worthy file of this kind is small; of a huge one the beginning is enough.
  private static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try OwnedFileDescriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    return try file.read(upTo: 65_536, at: 0)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
