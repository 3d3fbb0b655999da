/// The bus's end of a connection. Whoever runs the bus reads and writes it.
package protocol BusSocket: AnyObject {
  /// Reads at most so many bytes, and the descriptors that come with them. Empty while there is nothing; nil when the
  /// connection is over.
  func receive(atMost limit: Int) -> (bytes: ArraySlice<UInt8>, descriptors: [Int32])?
  /// Writes what it can without waiting; nil where that is nothing.
  func send(_ bytes: UnsafeRawBufferPointer, _ descriptors: [Int32]) -> Int?
  /// Is called when something could not be written, for which `BusPeer.flush()` is called later.
  func waitForRoom()
  /// Closes what a message carries.
  func close(_ descriptor: Int32)
  func close()
}

/// A connection as the bus sees it.
package final class BusPeer {
  package let socket: any BusSocket
  /// The program's process, and its user.
  package let process: UInt32
  let user: UInt32
  package internal(set) var name = ""
  var rules: [MatchRule] = []
  private var serial: UInt32 = 0
  private var isAuthenticated = false
  private var input: [UInt8] = []
  private var inputDescriptors: [Int32] = []
  private var output: [Output] = []

  private struct Output {
    var bytes: [UInt8]
    var sent = 0
    var descriptors: [Int32]
  }

  private let id: String

  /// - Parameter id: that of the bus.
  package init(_ socket: any BusSocket, process: UInt32, user: UInt32, of id: String) {
    self.socket = socket
    self.process = process
    self.user = user
    self.id = id
  }

  package var hasOutput: Bool { !output.isEmpty }

  func nextSerial() -> UInt32 {
    serial += 1
    return serial
  }

  /// Reads what there is, at most that many bytes, and returns the whole messages; nil when the connection is over.
  package func receive(atMost limit: Int) -> [WireMessage]? {
    guard let (bytes, descriptors) = socket.receive(atMost: limit) else { return nil }
    inputDescriptors += descriptors
    input += bytes
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

  package func flush() {
    while let first = output.first {
      let sent = first.bytes.withUnsafeBytes { bytes in
        socket.send(UnsafeRawBufferPointer(rebasing: bytes[first.sent...]), first.descriptors)
      }
      guard let sent else { return socket.waitForRoom() }
      for descriptor in first.descriptors { socket.close(descriptor) }
      output[0].descriptors = []
      output[0].sent += sent
      if output[0].sent == first.bytes.count { output.removeFirst() }
    }
  }

  func close() {
    for descriptor in inputDescriptors { socket.close(descriptor) }
    for descriptor in output.flatMap(\.descriptors) { socket.close(descriptor) }
    socket.close()
  }
}
