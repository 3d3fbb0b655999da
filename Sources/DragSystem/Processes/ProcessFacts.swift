internal import CLinux

/// What the system says of another process. Reading it may wait for a mount that only that process has:
/// a worker's business.
package struct ProcessFacts: Hashable, Sendable {
  /// /proc/PID/cgroup; see cgroups(7).
  package let cgroups: String
  /// `/.flatpak-info` in the process's own root; nil where there is none. Empty when it is there and
  /// cannot be read: a sandbox all the same.
  package let flatpakInfo: String?
  /// Whether the process's own root must not be looked into, so that nothing is known of what is there: the process
  /// has more rights than this one, hides from others (PR_SET_DUMPABLE in prctl(2)), or is outside this one's user
  /// namespace (ptrace(2), “Ptrace access mode checking”).
  package let isRootHidden: Bool
  /// Whether there was no descriptor to look with: the process counts as sandboxed, and can be looked at again.
  package let isUnknown: Bool

  /// Nil when there is no such process, or not any more: what was read of a number that has been
  /// given to another process meanwhile is worth nothing.
  package init?(process: UInt32) {
    let number = syscall_pidfd_open(Int32(bitPattern: process))
    guard number >= 0 else {
      guard SystemError.last("pidfd_open").isShortOfDescriptors else { return nil }
      (cgroups, flatpakInfo, isRootHidden, isUnknown) = ("", "", false, true)
      return
    }
    let handle = OwnedFileDescriptor(adopting: number)
    cgroups = Self.read("/proc/\(process)/cgroup") ?? ""
    do throws(SystemError) {
      let info = try Self.read(orFail: "/proc/\(process)/root/.flatpak-info")
      (flatpakInfo, isRootHidden, isUnknown) = (String(decoding: info, as: UTF8.self), false, false)
    } catch {
      isUnknown = error.isShortOfDescriptors
      isRootHidden = error.errno == EACCES
      flatpakInfo = error.errno == EACCES || error.errno == ENOENT ? nil : ""
    }
    guard Self.isAlive(handle) else { return nil }
  }

  private static func read(_ path: String) -> String? {
    do throws(SystemError) {
      return String(decoding: try read(orFail: path), as: UTF8.self)
    } catch {
      return nil
    }
  }

  /// A worthy file of this kind is small; of a huge one the beginning is enough.
  private static func read(orFail path: String) throws(SystemError) -> [UInt8] {
    let file = try OwnedFileDescriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    return try file.read(upTo: 65_536, at: 0)
  }

  /// A pidfd is readable once its process has ended: pidfd_open(2).
  private static func isAlive(_ handle: borrowing OwnedFileDescriptor) -> Bool {
    var request = pollfd(fd: handle.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 0
  }
}
