internal import CLinux

extension OwnedFileDescriptor {
  /// Writes all bytes, however long it takes.
  package borrowing func write(all bytes: [UInt8]) throws(SystemError) {
    let rawValue = rawValue
    try bytes.span.bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) throws(SystemError) in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = CLinux.write(rawValue, part.baseAddress, part.count)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if count < 0, linux_errno() != EINTR {
          throw .last("write")
        }
      }
    }
  }

  /// Writes bytes from `start` on, as many as there is room for, and returns how many: 0 when a non-blocking descriptor
  /// would block.
  package borrowing func write(some bytes: [UInt8], from start: Int) throws(SystemError) -> Int {
    let rawValue = rawValue
    while true {
      let count = bytes.withUnsafeBytes { buffer in
        CLinux.write(rawValue, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      if count >= 0 { return count }
      switch linux_errno() {
      case EINTR: continue
      case EAGAIN: return 0
      default: throw .last("write")
      }
    }
  }

  /// Writes all bytes, and waits where a non-blocking descriptor would not.
  package borrowing func writeWaiting(_ bytes: [UInt8]) throws(SystemError) {
    try DragSystem.writeWaiting(bytes, to: rawValue)
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
