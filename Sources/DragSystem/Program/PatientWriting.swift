internal import CLinux

/// Writes everything, also where the descriptor does not block (a terminal or pipe that another program has set
/// so): then it waits.
func writePatiently(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
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

extension OwnedFileDescriptor {
  /// Writes everything, also where the descriptor does not block: then it waits.
  package borrowing func writePatiently(_ bytes: [UInt8]) throws(SystemError) {
    try DragSystem.writePatiently(bytes, to: rawValue)
  }
}
