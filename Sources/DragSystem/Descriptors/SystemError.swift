internal import CLinux

/// The name of a system call that failed, and its errno(3).
package struct SystemError: Error, Hashable, Sendable {
  package var call: String
  package var errno: Int32

  package init(_ call: String, errno: Int32) {
    self.call = call
    self.errno = errno
  }

  /// Reads errno(3) right after the call has failed.
  package static func last(_ call: String) -> SystemError {
    SystemError(call, errno: linux_errno())
  }

  /// The descriptor has no positions: a pipe, a socket or a terminal.
  package var isUnseekable: Bool { errno == ESPIPE }

  /// A descriptor that does not block would have to wait.
  package var wouldBlock: Bool { errno == EAGAIN }
}

extension SystemError {
  /// Nothing has that name.
  package var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

  /// Something has that name already.
  package var isExisting: Bool { errno == EEXIST }

  /// The name has more bytes than the file system allows.
  package var isTooLongName: Bool { errno == ENAMETOOLONG }

  /// The pipe has no reader left.
  package var isBrokenPipe: Bool { errno == EPIPE }

  /// The disk or the user's share of it is full, or the file may not grow.
  package var isNoSpace: Bool {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: true
    default: false
    }
  }

  /// A file would be larger than it may be, by RLIMIT_FSIZE for instance.
  package var isTooLargeFile: Bool { errno == EFBIG }

  /// The call failed because the two files are on different file systems.
  package var isOtherFileSystem: Bool { errno == EXDEV }

  /// This process or the whole system may open no more files.
  package var isShortOfDescriptors: Bool { errno == EMFILE || errno == ENFILE }

  static let stale = ESTALE
  static let tooLong = EMSGSIZE
}

extension SystemError: CustomStringConvertible {
  /// For people: “open: No such file or directory”.
  package var description: String { "\(call): \(reason)" }

  /// The same without the name of the system call, which people do not need.
  package var reason: String { String(cString: strerror(errno)) }
}

/// Runs a body and converts its error to another type.
///
/// A `do` block stays where a closure cannot do the same: in an initializer before `self` is complete, where the body
/// awaits, consumes a noncopyable value or leaves the function early, and where this error alone does not decide what
/// is thrown.
@inlinable
@discardableResult
package func mapError<Failure: Error, Converted: Error, Value: ~Copyable>(
  _ body: () throws(Failure) -> Value, to convert: (Failure) -> Converted
) throws(Converted) -> Value {
  do throws(Failure) {
    return try body()
  } catch {
    throw convert(error)
  }
}
