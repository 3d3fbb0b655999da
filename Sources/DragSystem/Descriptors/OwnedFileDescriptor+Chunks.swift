internal import CLinux

extension OwnedFileDescriptor {
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
}
