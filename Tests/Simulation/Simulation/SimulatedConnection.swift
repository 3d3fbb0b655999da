internal import CLinux
internal import CSimulation
internal import MessageBus

/// A simulated program's connection to the bus.
final class SimulatedConnection {
  let number: Int32
  let peer: BusPeer
  /// Messages of it that are still on their way, each with the time at which the bus has it.
  private var delayed: [(due: UInt64, message: WireMessage)] = []

  /// - Parameters:
  ///   - number: of the socket.
  ///   - id: that of the bus.
  init(_ number: Int32, process: UInt32, of id: String) {
    self.number = number
    peer = BusPeer(SimulatedSocket(number), process: process, user: Daemon.user, of: id)
  }

  /// When the next of its messages arrives.
  var nextArrival: UInt64? { delayed.first?.due }
  var isDelayed: Bool { !delayed.isEmpty }

  /// Keeps the order of its messages.
  func delay(_ message: WireMessage, until due: UInt64) {
    delayed.append((max(due, delayed.last?.due ?? 0), message))
  }

  func arrived(by now: UInt64) -> WireMessage? {
    guard let first = delayed.first, first.due <= now else { return nil }
    return delayed.removeFirst().message
  }
}

/// The kernel's own socket: whoever runs the bus waits below the simulated calls.
private final class SimulatedSocket: BusSocket {
  private let number: Int32

  init(_ number: Int32) { self.number = number }

  func receive(atMost limit: Int) -> (bytes: ArraySlice<UInt8>, descriptors: [Int32])? {
    var buffer = [UInt8](repeating: 0, count: limit)
    var descriptors = [Int32](repeating: 0, count: 512)
    var count: Int32 = 0
    let length = sim_receive(number, &buffer, limit, &descriptors, &count)
    if length == -Int(EAGAIN) || length == -Int(EINTR) { return ([], []) }
    guard length > 0 else { return nil }
    return (buffer[..<length], Array(descriptors[..<Int(count)]))
  }

  func send(_ bytes: UnsafeRawBufferPointer, _ descriptors: [Int32]) -> Int? {
    guard let base = bytes.baseAddress else { return 0 }
    let sent = sim_send(number, base, bytes.count, descriptors, Int32(descriptors.count))
    return sent < 0 ? nil : sent
  }

  /// The bus asks `hasOutput` before each wait.
  func waitForRoom() {}

  func close(_ descriptor: Int32) { sim_close(descriptor) }
  func close() { sim_close(number) }
}
