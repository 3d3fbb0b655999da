internal import CLinux

/// A process: its pidfd, and its number, which no other process has while it lives.
package final class ProcessHandle: Sendable {
  package let number: UInt32
  private let descriptor: OwnedFileDescriptor

  /// The process that has the number now; throws ESRCH when there is none.
  package init(process: UInt32) throws(SystemError) {
    let opened = syscall_pidfd_open(Int32(bitPattern: process))
    guard opened >= 0 else { throw .last("pidfd_open") }
    descriptor = OwnedFileDescriptor(adopting: opened)
    number = process
  }

  /// The process of a pidfd that another process opened; throws ESRCH when it has ended, or has no number in this
  /// namespace.
  package init(_ descriptor: consuming OwnedFileDescriptor) throws(SystemError) {
    let path = "/proc/self/fdinfo/\(descriptor.rawValue)"
    let facts = try OwnedFileDescriptor.open(path, O_RDONLY).read(upTo: 4_096, at: 0)
    let line = String(decoding: facts, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("Pid:") }
    // 0 for a process in another pid namespace, -1 for one that has ended: pidfd_open(2).
    let number = line?.split(separator: "\t").last.flatMap { UInt32($0) } ?? 0
    guard number > 0 else { throw SystemError("pidfd", errno: ESRCH) }
    self.number = number
    self.descriptor = descriptor
  }

  /// A pidfd is readable once its process has ended.
  package var isAlive: Bool {
    var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 0
  }
}
