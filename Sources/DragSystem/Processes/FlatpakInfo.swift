internal import CLinux

/// What this program knows of `/.flatpak-info` in the root of another process. In that file Flatpak names the
/// application of the process.
///
/// A program in a sandbox can often make such a file: in the root that it has, or in a sandbox that it starts inside
/// its own. Flatpak mounts the file, read-only, in mounts that it makes outside of any other sandbox. A program in a
/// sandbox can do neither, unless it has the right to mount (CAP_SYS_ADMIN) in its sandbox.
package enum FlatpakInfo: Hashable, Sendable {
  /// There is none, or this process may not know.
  case absent
  /// A program in a sandbox may have made it.
  case forgeable
  /// It was mounted outside of any other sandbox. Its file system is not one that waits for another program.
  case credible

  static let path = "/.flatpak-info"
  /// Bytes of a list of mounts that are read.
  private static let longestMounts = 1 << 20

  /// Reads the mounts and namespaces of a process that has mounts or a root of its own.
  ///
  /// - Parameter folder: the process's folder in /proc.
  init(ofProcessIn folder: String) throws(SystemError) {
    let mounts: [Mount]
    do throws(SystemError) {
      let text = ProcessFacts.text(
        try ProcessFacts.read("\(folder)/mountinfo", upTo: Self.longestMounts))
      mounts = Mount.list(text)
    } catch {
      guard !error.isShortOfDescriptors else { throw error }
      self = .absent
      return
    }
    guard let file = mounts.last(where: { $0.point == Self.path }) else {
      self = .absent
      return
    }
    guard file.isReadOnly, file.isQuick, mounts.last(where: { $0.point == "/" })?.isQuick == true,
      try Namespaces.areOfOutermostSandbox(folder)
    else {
      self = .forgeable
      return
    }
    self = .credible
  }

  /// The text of the file; nil when it cannot be read. May wait for a file system of the process.
  ///
  /// Throws ESRCH when the process has ended.
  package static func text(of process: ProcessHandle) throws(SystemError) -> String? {
    var text: String?
    do throws(SystemError) {
      text = ProcessFacts.text(try ProcessFacts.read("/proc/\(process.number)/root" + path))
    } catch {
      guard !error.isShortOfDescriptors else { throw error }
    }
    guard process.isAlive else { throw SystemError("pidfd", errno: ESRCH) }
    return text
  }
}

/// A line of /proc/PID/mountinfo, proc_pid_mountinfo(5).
private struct Mount {
  let point: Substring
  let isReadOnly: Bool
  /// Whether its files wait for no other machine or program.
  let isQuick: Bool

  private static let quickTypes: Set<Substring> = [
    "tmpfs", "ramfs", "ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "bcachefs", "zfs", "overlay",
    "erofs", "squashfs", "rootfs",
  ]

  static func list(_ text: String) -> [Mount] { text.split(separator: "\n").compactMap(Mount.init) }

  /// Reads a line such as `36 35 98:0 /root /point ro,nosuid optional:1 - ext4 /dev/x rw`.
  init?(_ line: Substring) {
    let fields = line.split(separator: " ")
    guard fields.count > 6, let dash = fields.dropFirst(6).firstIndex(of: "-"),
      dash + 1 < fields.count
    else { return nil }
    point = fields[4]
    isReadOnly = fields[5].split(separator: ",").contains("ro")
    isQuick = Self.quickTypes.contains(fields[dash + 1])
  }
}

/// The namespaces of processes; namespaces(7).
private enum Namespaces {
  /// Whether a process outside of any sandbox made the mounts of the process whose folder in /proc this is. Then the
  /// user namespace that owns the mounts is that of this program or a child of it, and the pid namespace of the process
  /// is that of this program or one that came with the mounts. A program in a sandbox gets a user namespace or a pid
  /// namespace that is deeper.
  static func areOfOutermostSandbox(_ folder: String) throws(SystemError) -> Bool {
    guard let user = ProcessFacts.link("/proc/self/ns/user"),
      let pid = ProcessFacts.link("/proc/self/ns/pid"),
      let owner = try owner(of: "\(folder)/ns/mnt")
    else { return false }
    if name(of: owner) != user {
      guard let parent = try related(owner, linux_namespace_parent), name(of: parent) == user
      else { return false }
    }
    guard ProcessFacts.link("\(folder)/ns/pid") != pid else { return true }
    let own = try OwnedFileDescriptor.open("\(folder)/ns/pid", O_RDONLY)
    guard let above = try related(own, linux_namespace_parent), name(of: above) == pid,
      let pidOwner = try related(own, linux_namespace_owner)
    else { return false }
    return name(of: pidOwner) == name(of: owner)
  }

  private static func owner(of path: String) throws(SystemError) -> OwnedFileDescriptor? {
    let namespace = try OwnedFileDescriptor.open(path, O_RDONLY)
    return try related(namespace, linux_namespace_owner)
  }

  /// Nil when this process may not know the related namespace.
  private static func related(
    _ namespace: borrowing OwnedFileDescriptor, _ call: (Int32) -> Int32
  ) throws(SystemError) -> OwnedFileDescriptor? {
    let number = call(namespace.rawValue)
    guard number < 0 else { return OwnedFileDescriptor(adopting: number) }
    let error = SystemError.last("ioctl")
    guard !error.isShortOfDescriptors else { throw error }
    return nil
  }

  private static func name(of namespace: borrowing OwnedFileDescriptor) -> String? {
    ProcessFacts.link("/proc/self/fd/\(namespace.rawValue)")
  }
}
