internal import CLinux

/// The limits of the system for this process: getrlimit(2).
package enum ProcessLimits {
  private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

  /// How many descriptors may be open at once now.
  package static var descriptors: UInt64 {
    var limit = rlimit()
    getrlimit(resource, &limit)
    return UInt64(limit.rlim_cur)
  }

  /// Raises the soft limit to the hard one, and returns the new limit.
  ///
  /// The soft limit is usually 1,024 for programs that use select(2). A program that starts others must not raise it,
  /// or must restore it for them.
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

extension ProcessLimits {
  /// How many descriptors this process never uses up: replies need some, and a message may bring 253 (SCM_MAX_FD,
  /// unix(7)), of which libdbus reads some twenty before it passes on the first.
  package static func reserve(of limit: UInt64) -> UInt64 { min(8_192, limit / 8) }

  /// Throws EMFILE for one of the last descriptors, while the process still has some to report it with. `call` is the
  /// system call that made it.
  package static func keepReserve(
    _ descriptor: borrowing OwnedFileDescriptor, from call: String
  ) throws(SystemError) {
    let limit = descriptors
    guard UInt64(descriptor.rawValue) + reserve(of: limit) < limit else {
      throw SystemError(call, errno: EMFILE)
    }
  }

  /// How many descriptors may be open when this process keeps one for a peer without a time limit. Messages and
  /// transfers need the rest: when a message's descriptors find no room, libdbus drops the connection.
  package static func keepable(of limit: UInt64) -> UInt64 { limit - min(16_384, limit / 4) }

  /// Whether this process may keep the descriptor for a peer: the kernel assigns the lowest free number.
  package static func mayKeep(_ descriptor: borrowing OwnedFileDescriptor) -> Bool {
    UInt64(descriptor.rawValue) < keepable(of: descriptors)
  }
}
