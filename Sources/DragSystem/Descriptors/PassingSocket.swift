internal import CLinux

/// A connected stream socket over which descriptors pass (unix(7)). No call waits.
package final class PassingSocket {
  /// The most descriptors that one call passes.
  package static let mostDescriptors = Int(LINUX_MOST_PASSED)

  private let descriptor: OwnedFileDescriptor
  /// The program at the other end, as it was when it connected.
  package let process: UInt32
  package let user: UInt32

  fileprivate init(_ descriptor: consuming OwnedFileDescriptor) throws(SystemError) {
    var (process, user) = (pid_t(), uid_t())
    guard linux_peer(descriptor.rawValue, &process, &user) == 0 else {
      throw .last("getsockopt(SO_PEERCRED)")
    }
    self.descriptor = descriptor
    self.process = UInt32(process)
    self.user = user
  }

  /// Watches it, as `EventLoop.watch` does.
  package func watch(
    on loop: EventLoop, for interest: Readiness, then handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Watch {
    try loop.watch(descriptor, for: interest, then: handler)
  }

  /// Reads at most so many bytes, and the descriptors that came with them, which the caller closes. Empty while there
  /// is nothing; nil when the connection is over.
  package func receive(
    atMost limit: Int
  ) -> (bytes: ArraySlice<UInt8>, descriptors: [Int32])? {
    var descriptors = [Int32](repeating: -1, count: Self.mostDescriptors)
    var (length, count) = (0, 0)
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
      length = linux_receive(descriptor.rawValue, buffer.baseAddress, limit, &descriptors, &count)
      filled = max(length, 0)
    }
    if length < 0, [EAGAIN, EINTR].contains(linux_errno()) { return ([], []) }
    return length > 0 ? (bytes[...], Array(descriptors[..<count])) : nil
  }

  /// Writes what fits, with the descriptors, of which the caller keeps its own; nil where nothing fits or the other end
  /// is gone.
  package func send(_ bytes: UnsafeRawBufferPointer, _ descriptors: [Int32]) -> Int? {
    let sent = linux_send(
      descriptor.rawValue, bytes.baseAddress, bytes.count, descriptors, descriptors.count)
    return sent < 0 ? nil : sent
  }

  /// Closes a descriptor that `receive(atMost:)` has returned.
  package func close(_ descriptor: Int32) { _ = CLinux.close(descriptor) }
}

/// Accepts connections under an address of its own, which ends with it and has no file (unix(7), “Abstract”).
package final class LocalListener {
  private let descriptor: OwnedFileDescriptor
  /// Without the zero at its beginning: five hexadecimal digits that the kernel has chosen.
  package let name: String

  /// Throws the errors of socket(2), bind(2) and listen(2).
  package init() throws(SystemError) {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let number = socket(AF_UNIX, Int32(kind), 0)
    guard number >= 0 else { throw .last("socket") }
    descriptor = OwnedFileDescriptor(adopting: number)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var length = socklen_t(MemoryLayout<sa_family_t>.size)
    let room = socklen_t(MemoryLayout<sockaddr_un>.size)
    let failed = withUnsafeMutablePointer(to: &address) { pointer -> String? in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        // An address that is the family alone has the kernel choose one.
        if bind(number, address, length) != 0 { return "bind" }
        if listen(number, 64) != 0 { return "listen" }
        length = room
        return getsockname(number, address, &length) == 0 ? nil : "getsockname"
      }
    }
    if let failed { throw .last(failed) }
    let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + 1
    name = withUnsafeBytes(of: address) { String(decoding: $0[start..<Int(length)], as: UTF8.self) }
  }

  /// Watches it, as `EventLoop.watch` does.
  package func watch(
    on loop: EventLoop, then handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Watch {
    try loop.watch(descriptor, for: .readable, then: handler)
  }

  /// The next program that has connected; nil when none waits, and for one that has left already.
  package func accept() -> PassingSocket? {
    let number = CLinux.accept(descriptor.rawValue, nil, nil)
    guard number >= 0 else { return nil }
    let accepted = OwnedFileDescriptor(adopting: number)
    _ = linux_fcntl(number, F_SETFD, Int(FD_CLOEXEC))
    return try? PassingSocket(accepted)
  }
}
