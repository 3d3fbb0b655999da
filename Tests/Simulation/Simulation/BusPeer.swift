internal import CLinux
internal import CSimulation

/// A connection as the simulated bus sees it.
final class BusPeer {
  let socket: Int32
  let process: UInt32
  var name = ""
  var rules: [MatchRule] = []
  private(set) var serial: UInt32 = 0
  private(set) var isAuthenticated = false
  private var input: [UInt8] = []
  private var inputDescriptors: [Int32] = []
  private var output: [Output] = []
  /// Messages of it that are still on their way, each with the time at which the bus has it.
  private var delayed: [(due: UInt64, message: WireMessage)] = []

  private struct Output {
    var bytes: [UInt8]
    var sent = 0
    var descriptors: [Int32]
  }

  private let id: String

  /// - Parameter id: that of the bus.
  init(_ socket: Int32, process: UInt32, of id: String) {
    self.id = id
    self.socket = socket
    self.process = process
  }

  var hasOutput: Bool { !output.isEmpty }
  /// When the next of its messages arrives.
  var nextArrival: UInt64? { delayed.first?.due }

  func nextSerial() -> UInt32 {
    serial += 1
    return serial
  }

  /// Reads what there is, at most that many bytes, and returns the whole messages; nil when the connection is over.
  func receive(atMost limit: Int) -> [WireMessage]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    var descriptors = [Int32](repeating: 0, count: 512)
    var count: Int32 = 0
    let length = sim_receive(socket, &buffer, limit, &descriptors, &count)
    if length == -Int(EAGAIN) || length == -Int(EINTR) { return [] }
    guard length > 0 else { return nil }
    inputDescriptors += descriptors[..<Int(count)]
    input += buffer[..<length]
    if !isAuthenticated { authenticate() }
    guard isAuthenticated else { return [] }
    var messages: [WireMessage] = []
    while let whole = WireMessage.length(of: input[...]), input.count >= whole {
      guard var message = WireMessage(input[..<whole]) else { return nil }
      input.removeFirst(whole)
      let needed = Int(message.descriptorCount)
      guard needed <= inputDescriptors.count else { return nil }
      message.descriptors = Array(inputDescriptors.prefix(needed))
      inputDescriptors.removeFirst(needed)
      messages.append(message)
    }
    return messages
  }

  /// Keeps the order of its messages.
  func delay(_ message: WireMessage, until due: UInt64) {
    delayed.append((max(due, delayed.last?.due ?? 0), message))
  }

  func arrived(by now: UInt64) -> WireMessage? {
    guard let first = delayed.first, first.due <= now else { return nil }
    return delayed.removeFirst().message
  }

  var isDelayed: Bool { !delayed.isEmpty }

  /// SASL, as far as libdbus speaks it.
  private func authenticate() {
    while !isAuthenticated, let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      let line = input[...end].filter { $0 > 13 }
      input.removeFirst(end + 1)
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("AUTH EXTERNAL") {
        send("OK \(id)")
      } else if text.hasPrefix("AUTH") {
        send("REJECTED EXTERNAL")
      } else if text == "NEGOTIATE_UNIX_FD" {
        send("AGREE_UNIX_FD")
      } else if text == "BEGIN" {
        isAuthenticated = true
      } else {
        send("ERROR")
      }
    }
  }

  private func send(_ line: String) {
    output.append(Output(bytes: Array("\(line)\r\n".utf8), descriptors: []))
    flush()
  }

  func send(_ message: WireMessage) {
    output.append(Output(bytes: message.bytes, descriptors: message.descriptors))
    flush()
  }

  func flush() {
    while let first = output.first {
      let sent = first.bytes.withUnsafeBytes { bytes -> Int in
        guard let base = bytes.baseAddress else { return 0 }
        return sim_send(
          socket, base + first.sent, bytes.count - first.sent, first.descriptors,
          Int32(first.descriptors.count))
      }
      if sent < 0 { return }
      for descriptor in first.descriptors { sim_close(descriptor) }
      output[0].descriptors = []
      output[0].sent += sent
      if output[0].sent < first.bytes.count { return }
      output.removeFirst()
    }
  }

  func close() {
    for descriptor in inputDescriptors { sim_close(descriptor) }
    for descriptor in output.flatMap(\.descriptors) { sim_close(descriptor) }
    for descriptor in delayed.flatMap(\.message.descriptors) { sim_close(descriptor) }
    sim_close(socket)
  }
}
