internal import CLinux

extension OwnedFileDescriptor {
  /// Opens a path, closed on exec. `flags` as in open(2).
  package static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0) throws(SystemError)
    -> OwnedFileDescriptor
  {
    while true {
      let descriptor = linux_open(path, flags | O_CLOEXEC, mode_t(mode))
      if descriptor >= 0 { return OwnedFileDescriptor(adopting: descriptor) }
      guard linux_errno() == EINTR else { throw .last("open") }
    }
  }

  /// A new open file description of the same file, with its own offset and access mode.
  borrowing func reopen(_ flags: Int32) throws(SystemError) -> OwnedFileDescriptor {
    try .open("/proc/self/fd/\(rawValue)", flags)
  }

  /// A read-only descriptor of the same file with its own offset, at 0. It shares only the content with this one. Never
  /// waits for a lease (O_NONBLOCK, which regular files ignore otherwise).
  package borrowing func reopenReadOnly() throws(SystemError) -> OwnedFileDescriptor {
    try reopen(O_RDONLY | O_NONBLOCK)
  }

  /// Sets whether calls on the open file description, which all duplicates share, return EAGAIN or wait.
  package borrowing func setNonBlocking(_ isNonBlocking: Bool = true) throws(SystemError) {
    let flags = linux_fcntl(rawValue, F_GETFL, 0)
    guard flags >= 0 else { throw .last("fcntl(F_GETFL)") }
    let wanted = isNonBlocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
    guard wanted != flags else { return }
    guard linux_fcntl(rawValue, F_SETFL, Int(wanted)) >= 0 else { throw .last("fcntl(F_SETFL)") }
  }

  /// The access mode of the descriptor. Never blocks, whatever the file.
  package borrowing func accessMode() throws(SystemError) -> AccessMode {
    let flags = linux_fcntl(rawValue, F_GETFL, 0)
    guard flags >= 0 else { throw .last("fcntl(F_GETFL)") }
    if flags & O_PATH != 0 { return .pathOnly }
    switch flags & O_ACCMODE {
    case O_RDONLY: return .readOnly
    case O_WRONLY: return .writeOnly
    default: return .readWrite
    }
  }

  /// Reads at most `count` bytes, waiting for the first; none at the end of the file.
  package borrowing func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    try read("read", upTo: count) { CLinux.read($0, $1, $2) }
  }

  /// The same for a descriptor that may be non-blocking (another program can set that on a terminal or pipe): it waits
  /// then.
  package borrowing func readWaiting(upTo count: Int) throws(SystemError) -> [UInt8] {
    while true {
      do throws(SystemError) {
        return try read(upTo: count)
      } catch {
        guard error.errno == EAGAIN else { throw error }
        var request = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, -1)
      }
    }
  }

  /// Reads at most `count` bytes from an offset, and leaves the position as it is; fewer only at the end of the file.
  package borrowing func read(upTo count: Int, at offset: UInt64) throws(SystemError) -> [UInt8] {
    var done = 0
    return try read("pread", upTo: count) { descriptor, start, length in
      while done < length {
        let result = pread(descriptor, start + done, length - done, Int(offset) + done)
        if result < 0, linux_errno() == EINTR { continue }
        guard result > 0 else { return result < 0 ? result : done }
        done += result
      }
      return done
    }
  }

  /// The first `size` bytes; fewer only at the end of the file. A sparse file can claim more bytes than this machine
  /// has memory: memory grows with the bytes read, unless the file occupies as many blocks.
  ///
  /// Throws ENOMEM for more than the machine's memory.
  package borrowing func read(claimed size: UInt64) throws(SystemError) -> [UInt8] {
    guard size <= ProcessLimits.memory else { throw SystemError("read", errno: ENOMEM) }
    guard try FileStatus(number: rawValue).allocated / 512 < (size + 511) / 512 else {
      return try read(upTo: Int(size), at: 0)
    }
    var all: [UInt8] = []
    while UInt64(all.count) < size {
      let wanted = min(1 << 20, Int(size) - all.count)
      let part = try read(upTo: wanted, at: UInt64(all.count))
      all += part
      if part.count < wanted { break }
    }
    return all
  }

  private borrowing func read(
    _ call: String, upTo count: Int, _ body: (Int32, UnsafeMutableRawPointer, Int) -> Int
  ) throws(SystemError) -> [UInt8] {
    let rawValue = rawValue
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 1)) { buffer, filled in
      repeat {
        let result = body(rawValue, buffer.baseAddress!, count)
        if result >= 0 {
          filled = result
          return
        }
      } while linux_errno() == EINTR
      failure = .last(call)
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads to the end of the file, waiting for it; nil when there are more than `limit` bytes.
  package borrowing func readToEnd(limit: Int = .max) throws(SystemError) -> [UInt8]? {
    var all: [UInt8] = []
    while true {
      let part = try readWaiting(upTo: min(65_536, limit == .max ? .max : limit - all.count + 1))
      if part.isEmpty { return all }
      all += part
      if all.count > limit { return nil }
    }
  }
}

/// The access mode of open(2).
package enum AccessMode: Sendable {
  case readOnly
  case writeOnly
  case readWrite
  /// O_PATH: the descriptor names a file and cannot read or write it.
  case pathOnly
}
