package import DragSystem

/// A bus that runs on a loop, for the programs of this user.
package final class LocalBus {
  package let bus: MessageBus
  private let loop: EventLoop
  private let listener: LocalListener
  private var watch: Watch?

  /// Throws the errors of socket(2), bind(2), listen(2) and epoll_ctl(2).
  package init(on loop: EventLoop) throws(SystemError) {
    self.loop = loop
    listener = try LocalListener()
    let digits = Array("0123456789abcdef")
    bus = MessageBus(
      id: String(Random.bytes(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
    watch = try listener.watch(on: loop) { [unowned self] _ in
      while let socket = listener.accept() { connect(socket) }
    }
  }

  /// Where programs connect (D-Bus specification, “Server Addresses”).
  package var address: String { "unix:abstract=\(listener.name),guid=\(bus.id)" }

  private func connect(_ socket: PassingSocket) {
    // Whoever else may connect: the address is no secret.
    guard socket.user == Environment.user else { return }
    let connection = Connection(socket)
    let peer = BusPeer(connection, process: socket.process, user: socket.user, of: bus.id)
    connection.watch = try? socket.watch(on: loop, for: .readable) { [unowned self, unowned peer] in
      serve(peer, $0)
    }
    if connection.watch != nil { bus.add(peer) }
  }

  private func serve(_ peer: BusPeer, _ readiness: Readiness) {
    if readiness.contains(.writable) { peer.flush() }
    guard readiness != .writable else { return }
    guard let messages = peer.receive(atMost: 64 << 10) else { return bus.remove(peer) }
    for message in messages where bus.has(peer) { bus.route(message, from: peer) }
  }

  /// Ends all connections, and stops the loop.
  package func end() {
    watch = nil
    for peer in bus.peers { bus.remove(peer) }
    loop.stop()
  }
}

private final class Connection: BusSocket {
  private let socket: PassingSocket
  var watch: Watch?

  init(_ socket: PassingSocket) { self.socket = socket }

  func receive(atMost limit: Int) -> (bytes: ArraySlice<UInt8>, descriptors: [Int32])? {
    socket.receive(atMost: limit)
  }

  func send(_ bytes: UnsafeRawBufferPointer, _ descriptors: [Int32]) -> Int? {
    let sent = socket.send(bytes, descriptors)
    if sent != nil { watch?.change(to: .readable) }
    return sent
  }

  func waitForRoom() { watch?.change(to: [.readable, .writable]) }

  func close(_ descriptor: Int32) { socket.close(descriptor) }

  /// The socket is closed with the last reference.
  func close() { watch = nil }
}
