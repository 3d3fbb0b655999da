internal import CLinux

/// Files in memory without a name, which can be sealed: memfd_create(2).
package enum Memfd {
  /// Creates an empty one, open for reading and writing. `name` only shows in /proc.
  package static func create(_ name: String) throws(SystemError) -> OwnedFileDescriptor {
    // Content is never a program; kernels before 6.3 do not know the flag.
    var descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL)
    if descriptor < 0, linux_errno() == EINVAL {
      descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING)
    }
    guard descriptor >= 0 else { throw .last("memfd_create") }
    return OwnedFileDescriptor(adopting: descriptor)
  }

  /// Creates a sealed one with that content.
  package static func create(
    _ name: String, containing bytes: [UInt8]
  ) throws(SystemError) -> OwnedFileDescriptor {
    let descriptor = try create(name)
    try descriptor.write(all: bytes)
    try seal(descriptor)
    return descriptor
  }

  /// Seals content and size for ever, and the seals themselves. Throws EBUSY while the file is mapped for writing.
  package static func seal(_ descriptor: borrowing OwnedFileDescriptor) throws(SystemError) {
    let seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL
    var tries = 0
    while linux_fcntl(descriptor.rawValue, F_ADD_SEALS, Int(seals)) != 0 {
      tries += 1
      // The kernel gives up as well when it holds a page itself for longer than it waits, such as to move it.
      guard linux_errno() == EBUSY, tries < 4 else { throw .last("fcntl(F_ADD_SEALS)") }
    }
  }

  /// Whether neither content nor size can change any longer. Never blocks, whatever the file.
  package static func isFullySealed(_ descriptor: borrowing OwnedFileDescriptor) -> Bool {
    let seals = linux_fcntl(descriptor.rawValue, F_GET_SEALS, 0)
    let wanted = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK
    return seals >= 0 && seals & wanted == wanted
  }

  /// Whether the file is in memory (a memfd, or on tmpfs), where no call hangs. Never blocks.
  package static func isInMemory(_ descriptor: borrowing OwnedFileDescriptor) -> Bool {
    isInMemory(number: descriptor.rawValue)
  }

  /// The same for the number of a descriptor.
  static func isInMemory(number: Int32) -> Bool {
    linux_fcntl(number, F_GET_SEALS, 0) >= 0
  }
}
