internal import CLinux

/// What the system allows this process: getrlimit(2).
package enum Limits {
  private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

  /// How many descriptors may be open at once now.
  package static var descriptors: UInt64 {
    var limit = rlimit()
    getrlimit(resource, &limit)
    return UInt64(limit.rlim_cur)
  }

  /// Raises the soft limit to the hard one, and returns what holds afterwards.
  ///
  /// The soft limit is usually 1,024 for the sake of programs that use select(2): a program that starts others must
  /// not raise it, or restores it for them.
  @discardableResult
  package static func raiseDescriptors() -> UInt64 {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else {
      return descriptors
    }
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
    return descriptors
  }

  /// How many bytes of memory the machine has.
  static var memory: UInt64 {
    UInt64(clamping: sysconf(Int32(_SC_PHYS_PAGES)))
      * UInt64(clamping: sysconf(Int32(_SC_PAGESIZE)))
  }
}

extension Limits {
  /// How many descriptors are kept back: answers need some, and a message may bring 253 (SCM_MAX_FD, unix(7)), of which
  /// libdbus reads some twenty before it hands on the first.
  package static func reserve(of limit: UInt64) -> UInt64 { min(8_192, limit / 8) }

  /// Refuses a descriptor that is one of the last: EMFILE, while there are still some to say so with. `call` is what
  /// made it.
  package static func keepReserve(
    _ descriptor: borrowing OwnedFileDescriptor, from call: String
  ) throws(SystemError) {
    let limit = descriptors
    guard UInt64(descriptor.rawValue) + reserve(of: limit) < limit else {
      throw SystemError(call, errno: EMFILE)
    }
  }

  /// How many descriptors may be open when one is kept for a peer, for as long as it likes: the rest is for messages
  /// and transfers. Where a message's descriptors find no room, libdbus drops the connection.
  package static func keepable(of limit: UInt64) -> UInt64 { limit - min(16_384, limit / 4) }

  /// Whether a descriptor may be kept for a peer: the kernel gives out the lowest number that is free.
  package static func mayKeep(_ descriptor: borrowing OwnedFileDescriptor) -> Bool {
    UInt64(descriptor.rawValue) < keepable(of: descriptors)
  }
}
