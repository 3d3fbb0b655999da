internal import CLinux

/// Binds a Unix socket to a path.
func bindSocket(_ descriptor: Int32, to path: String) throws(HarnessFailure) {
  let bound = try withSocketName(path) { bind(descriptor, $0, $1) }
  try checked("bind \(path)", bound)
}

/// Sends one datagram to a Unix socket.
func sendDatagram(_ text: String, to path: String) throws(HarnessFailure) {
  let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
  let descriptor = try checked("socket", socket(AF_UNIX, type, 0))
  defer { close(descriptor) }
  try checked("connect \(path)", try withSocketName(path) { connect(descriptor, $0, $1) })
  let bytes = Array(text.utf8)
  guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
    throw .last("send")
  }
}

/// A stream to a Unix socket.
func connectSocket(to path: String) throws(HarnessFailure) -> Int32 {
  let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  let descriptor = try checked("socket", socket(AF_UNIX, type, 0))
  do {
    try checked("connect \(path)", try withSocketName(path) { connect(descriptor, $0, $1) })
  } catch {
    close(descriptor)
    throw error
  }
  return descriptor
}

private func withSocketName(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) throws(HarnessFailure) -> Int32 {
  var name = sockaddr_un()
  name.sun_family = UInt16(AF_UNIX)
  let bytes = path.utf8CString
  guard bytes.count <= MemoryLayout.size(ofValue: name.sun_path) else {
    throw HarnessFailure("\(path) is too long for a socket: set TMPDIR to something shorter")
  }
  withUnsafeMutableBytes(of: &name.sun_path) { destination in
    bytes.withUnsafeBytes { destination.copyMemory(from: $0) }
  }
  return withUnsafePointer(to: &name) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}

/// Sends bytes over a Unix socket with descriptors (SCM_RIGHTS, unix(7)).
func sendMessage(
  _ bytes: [UInt8], with descriptors: [Int32], on socket: Int32
) throws(HarnessFailure) {
  var control = ControlMessage(capacity: descriptors.count)
  control.hold(descriptors)
  var content = bytes
  let size = content.count
  let sent = control.withMessage(content: &content) { message in
    sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
  }
  guard sent == size else { throw .last("sendmsg") }
}

/// The next datagram as text, with the descriptors that came with it; nil when there is none.
func receiveMessage(on socket: Int32) -> (text: String, descriptors: [Int32])? {
  var control = ControlMessage(capacity: 253)
  var content = [UInt8](repeating: 0, count: 65_536)
  var controlLength = 0
  let count = control.withMessage(content: &content) { message in
    let count = recvmsg(socket, &message, Int32(MSG_CMSG_CLOEXEC | MSG_DONTWAIT))
    controlLength = message.msg_controllen
    return count
  }
  guard count >= 0 else { return nil }
  return (
    String(decoding: content[..<count], as: UTF8.self), control.descriptors(length: controlLength)
  )
}

/// Room for descriptors beside a message: one cmsghdr (cmsg(3)) of 16 bytes, then the numbers.
private struct ControlMessage {
  private var storage: [UInt64]

  init(capacity: Int) {
    storage = [UInt64](repeating: 0, count: 2 + (capacity + 1) / 2)
  }

  mutating func hold(_ descriptors: [Int32]) {
    storage.withUnsafeMutableBytes { buffer in
      buffer.storeBytes(of: 16 + 4 * descriptors.count, toByteOffset: 0, as: Int.self)
      buffer.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
      buffer.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
      for (index, descriptor) in descriptors.enumerated() {
        buffer.storeBytes(of: descriptor, toByteOffset: 16 + 4 * index, as: Int32.self)
      }
    }
  }

  /// The descriptors of the first control message; the kernel sends no other one before it.
  func descriptors(length: Int) -> [Int32] {
    storage.withUnsafeBytes { buffer in
      guard length >= 16, buffer.load(fromByteOffset: 12, as: Int32.self) == Int32(SCM_RIGHTS)
      else { return [] }
      let end = min(buffer.load(as: Int.self), length)
      return stride(from: 16, to: end, by: 4).map {
        buffer.load(fromByteOffset: $0, as: Int32.self)
      }
    }
  }

  mutating func withMessage(
    content: inout [UInt8], _ body: (inout msghdr) -> Int
  ) -> Int {
    content.withUnsafeMutableBytes { content in
      storage.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: content.baseAddress, iov_len: content.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          return body(&message)
        }
      }
    }
  }
}
