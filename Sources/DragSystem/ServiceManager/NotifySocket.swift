internal import CLinux

/// The socket for messages to the service manager: sd_notify(3). It is a datagram socket, and sending never waits.
struct NotifySocket: ~Copyable {
  let descriptor: OwnedFileDescriptor

  private init(descriptor: consuming OwnedFileDescriptor) {
    self.descriptor = descriptor
  }

  /// The address is an absolute path, or a name in the abstract namespace after an `@`. Nil for a family that carries
  /// no descriptors. Throws the errors of socket(2) and connect(2).
  static func open(address: [UInt8]) throws(SystemError) -> NotifySocket? {
    var name = address
    switch name.first {
    case UInt8(ascii: "/"): name.append(0)
    case UInt8(ascii: "@"): name[0] = 0
    default: return nil
    }
    var unix = sockaddr_un()
    unix.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: unix.sun_path)
    guard name.count > 1, name.count <= room else {
      throw SystemError("NOTIFY_SOCKET", errno: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &unix.sun_path) { $0.copyBytes(from: name) }
    let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("socket") }
    let descriptor = OwnedFileDescriptor(adopting: number)
    let length = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + name.count)
    let result = withUnsafePointer(to: &unix) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(number, $0, length) }
    }
    guard result == 0 else { throw .last("connect") }
    return NotifySocket(descriptor: descriptor)
  }

  /// Sends a message and a descriptor; false when the manager has not read enough earlier messages (EAGAIN).
  func send(_ text: String, _ passed: borrowing OwnedFileDescriptor) throws(SystemError) -> Bool {
    try send(text, passing: [passed.rawValue])
  }

  func send(_ text: String) throws(SystemError) -> Bool { try send(text, passing: []) }

  private func send(_ text: String, passing descriptors: [Int32]) throws(SystemError) -> Bool {
    var text = text
    while true {
      let sent = text.withUTF8 { bytes in
        linux_send(
          descriptor.rawValue, bytes.baseAddress, bytes.count, descriptors, descriptors.count)
      }
      if sent >= 0 { return true }
      switch linux_errno() {
      case EINTR: continue
      case EAGAIN: return false
      default: throw .last("sendmsg")
      }
    }
  }
}
