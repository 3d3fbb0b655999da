internal import CLinux

extension OwnedFileDescriptor {
  /// Writes all bytes, however long it takes.
  package borrowing func write(all bytes: [UInt8]) throws(SystemError) {
    let rawValue = rawValue
    try bytes.span.bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(SystemError) in
      try Self.write(all: bytes, to: rawValue)
    }
  }

  static func write(all bytes: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = CLinux.write(file, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if count < 0, linux_errno() != EINTR {
        throw .last("write")
      }
    }
  }

  /// Writes all bytes at an offset, and leaves the position as it is.
  package borrowing func write(
    _ bytes: ArraySlice<UInt8>, at offset: UInt64
  ) throws(SystemError) {
    try Self.write(bytes, to: rawValue, at: offset)
  }

  static func write(
    _ bytes: ArraySlice<UInt8>, to file: Int32, at offset: UInt64
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        pwrite(
          file, buffer.baseAddress.map { $0 + written }, buffer.count - written,
          Int(clamping: offset) + written)
      }
      if count > 0 {
        written += count
      } else if count == 0 {
        throw SystemError("pwrite", errno: ENOSPC)
      } else if linux_errno() != EINTR {
        throw .last("pwrite")
      }
    }
  }

  /// Gives a new file its size; what was not written is a hole.
  package borrowing func setSize(_ size: UInt64) throws(SystemError) {
    guard let size = Int(exactly: size) else { throw SystemError("ftruncate", errno: EFBIG) }
    while ftruncate(rawValue, size) != 0 {
      guard linux_errno() == EINTR else { throw .last("ftruncate") }
    }
  }

  /// Writes bytes from `start` on, as many as there is room for, and returns how many: 0 when a non-blocking descriptor
  /// would block.
  package borrowing func write(some bytes: [UInt8], from start: Int) throws(SystemError) -> Int {
    let rawValue = rawValue
    return try bytes.span.bytes.withUnsafeBytes {
      (buffer: UnsafeRawBufferPointer) throws(SystemError) in
      try writeSome(buffer, from: start, to: rawValue)
    }
  }

  /// The same for any collection of bytes; a contiguous collection is not copied.
  package borrowing func write(
    some bytes: some Collection<UInt8>, from start: Int
  ) throws(SystemError) -> Int {
    let rawValue = rawValue
    let result: Result<Int, SystemError>? = bytes.withContiguousStorageIfAvailable { buffer in
      Result { () throws(SystemError) in
        try writeSome(UnsafeRawBufferPointer(buffer), from: start, to: rawValue)
      }
    }
    guard let result else { return try write(some: Array(bytes), from: start) }
    return try result.get()
  }

  /// Writes all bytes, and waits where a non-blocking descriptor would not.
  package borrowing func writeWaiting(_ bytes: [UInt8]) throws(SystemError) {
    try DragSystem.writeWaiting(bytes, to: rawValue)
  }
}

private func writeSome(
  _ bytes: UnsafeRawBufferPointer, from start: Int, to number: Int32
) throws(SystemError) -> Int {
  while true {
    let count = write(number, bytes.baseAddress.map { $0 + start }, bytes.count - start)
    if count >= 0 { return count }
    switch linux_errno() {
    case EINTR: continue
    case EAGAIN: return 0
    default: throw .last("write")
    }
  }
}

/// Writes all bytes. The descriptor may be non-blocking (another program can set that on a terminal or pipe): this
/// waits then.
func writeWaiting(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { buffer in
      write(number, buffer.baseAddress, buffer.count)
    }
    if count >= 0 {
      written += count
      continue
    }
    switch linux_errno() {
    case EINTR: continue
    case EAGAIN:
      var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      poll(&request, 1, -1)
    default: throw .last("write")
    }
  }
}
