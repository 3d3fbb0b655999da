internal import CLinux

/// What the system says of another process. Reading it may wait for a mount that only that process has:
/// a worker's business.
package struct ProcessFacts: Hashable, Sendable {
  /// /proc/PID/cgroup; see cgroups(7).
  package let cgroups: String
  /// `/.flatpak-info` in the process's own root; nil where there is none. Empty when it is there and
  /// cannot be read: a sandbox all the same.
  package let flatpakInfo: String?

  /// Nil when there is no such process, or not any more: what was read of a number that has been
  /// given to another process meanwhile is worth nothing.
  package init?(process: UInt32) {
    let number = syscall_pidfd_open(Int32(bitPattern: process))
    guard number >= 0 else { return nil }
    let handle = OwnedFileDescriptor(adopting: number)
    cgroups = Self.read("/proc/\(process)/cgroup") ?? ""
    flatpakInfo = Self.sandboxInfo("/proc/\(process)/root/.flatpak-info")
    guard Self.isAlive(handle) else { return nil }
  }

  private static func sandboxInfo(_ path: String) -> String? {
    do throws(SystemError) {
      return String(decoding: try read(orFail: path), as: UTF8.self)
    } catch {
      // A root that another user owns cannot be looked into: that is no sandbox of ours.
      return error.errno == ENOENT || error.errno == EACCES ? nil : ""
    }
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
