internal import CLinux

/// The controlling side of a dbus-broker: passes it a socket to listen on and a policy, and starts programs when the
/// broker asks for a name.
final class BrokerController: Sendable {
  private struct State {
    var serial: UInt32 = 0
    var isOpen = true
    var isClosing = false
    var isReading = false
    var started: [Program] = []
  }

  private let socket: Int32
  private let state = Monitor(State())

  /// Takes ownership of the socket.
  init(socket: Int32) {
    self.socket = socket
  }

  /// Authenticates, as every D-Bus client does first.
  func authenticate() throws {
    try writeAll(
      Array("\0AUTH EXTERNAL\r\nDATA\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n".utf8), to: socket)
    var line: [UInt8] = []
    while true {
      guard let byte = try readExactly(1)?.first else {
        throw HarnessFailure("closed the connection while authenticating")
      }
      line.append(byte)
      guard line.suffix(2) == [0x0d, 0x0a] else { continue }
      let text = String(decoding: line.dropLast(2), as: UTF8.self)
      if text == "AGREE_UNIX_FD" { return }
      guard text == "DATA" || text.hasPrefix("OK ") else {
        throw HarnessFailure("refused to authenticate: \(text)")
      }
      line = []
    }
  }

  /// Makes a name activatable.
  func addName(_ name: String, path: String) throws {
    try call("AddName", "osu") { body in
      body.string(path)
      body.string(name)
      body.uint32(getuid())
    }
  }

  /// Lets every user connect through `listener`, own every name, and send and receive every message.
  func addListener(_ listener: Int32) throws {
    let batch = "bta(btbs)a(btssssuutt)a(btssssuutt)"
    let policy = "(a(u(\(batch)))a(buu(\(batch)))a(ss)bs)"
    try call("AddListener", "ohv", descriptor: listener) { body in
      body.string("/org/bus1/DBus/Listener/0")
      body.uint32(0)
      body.signature(policy)
      body.structure { $0.allowEverything() }
    }
  }

  /// Answers the broker's requests to start programs, on a thread, until the connection ends.
  func startServices(_ services: [PrivateBus.Service], environment: [String: String]) {
    state.update { $0.isReading = true }
    onNewThread { [self] in
      while let message = try? BrokerMessage(readExactly) {
        guard message.type == 4, message.member == "Activate",
          let index = message.path.split(separator: "/").last.flatMap({ Int($0) })
        else { continue }
        let service = services[index]
        let program = try? Program(
          service.command[0], Array(service.command[1...]), environment: environment)
        guard let program else {
          reset(message.path, serial: message.body)
          continue
        }
        state.update { $0.started.append(program) }
        watch(program, path: message.path, serial: message.body)
      }
      state.update { $0.isReading = false }
    }
  }

  /// Closes the broker's connection, which ends the broker, and ends the programs that it had started.
  func close() {
    // Closes the socket only once: afterwards its number can belong to another file.
    let isFirst = state.update { state in
      defer { state.isClosing = true }
      return !state.isClosing
    }
    guard isFirst else { return }
    // After the close, the number may be that of another test's socket.
    guard state.update({ $0.isOpen }) else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    _ = state.wait(within: Timeout.usual) { $0.isReading ? nil : true }
    let programs = state.update { state in
      if state.isOpen { CLinux.close(socket) }
      state.isOpen = false
      defer { state.started = [] }
      return state.started
    }
    for program in programs { program.close() }
  }

  /// Tells the broker when a program ended, so that callers who still wait get an error.
  private func watch(_ program: Program, path: String, serial: [UInt8]) {
    onNewThread { [self] in
      program.waitForever()
      reset(path, serial: serial)
    }
  }

  private func reset(_ path: String, serial: [UInt8]) {
    let message = Marshaller.call(
      serial: nextSerial(), path: path, interface: "org.bus1.DBus.Name", member: "Reset",
      signature: "ts"
    ) { body in
      body.uint64(UInt64(serial.uint32(at: 0)) | UInt64(serial.uint32(at: 4)) << 32)
      body.string("org.bus1.DBus.Name.Error.StartupFailure")
    }
    state.update { state in
      if state.isOpen { try? writeAll(message, to: socket) }
    }
  }

  private func nextSerial() -> UInt32 {
    state.update { state in
      state.serial += 1
      return state.serial
    }
  }

  private func call(
    _ member: String, _ signature: String, descriptor: Int32? = nil,
    body: (inout Marshaller) -> Void
  ) throws {
    let serial = nextSerial()
    let message = Marshaller.call(
      serial: serial, path: "/org/bus1/DBus/Broker", interface: "org.bus1.DBus.Broker",
      member: member, signature: signature, descriptors: descriptor == nil ? 0 : 1, body: body)
    if let descriptor {
      try sendMessage(message, with: [descriptor], on: socket)
    } else {
      try writeAll(message, to: socket)
    }
    while let reply = try BrokerMessage(readExactly) {
      guard reply.replySerial == serial else { continue }
      guard reply.type == 2 else { throw HarnessFailure("\(member): \(reply.errorName)") }
      return
    }
    throw HarnessFailure("closed the connection during \(member)")
  }

  /// Blocks until `count` bytes have come; nil when the connection ended first.
  private func readExactly(_ count: Int) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: count)
    while bytes.count < count {
      let got = read(socket, &chunk, count - bytes.count)
      if got < 0, linux_errno() == EINTR { continue }
      guard got > 0 else { return nil }
      bytes += chunk[..<got]
    }
    return bytes
  }
}

extension Marshaller {
  /// A policy: one batch for every user, without rules that deny.
  fileprivate mutating func allowEverything() {
    structures { users in
      users.structure { user in
        user.uint32(UInt32.max)
        user.structure { batch in
          batch.bool(true)
          batch.uint64(1)
          batch.structures { $0.structure { $0.allowNames() } }
          batch.structures { $0.structure { $0.allowMessages() } }
          batch.structures { $0.structure { $0.allowMessages() } }
        }
      }
    }
    structures { _ in }
    structures { _ in }
    bool(false)
    string("session")
  }

  /// Each entry: verdict, priority, whether the name is a prefix, name.
  private mutating func allowNames() {
    bool(true)
    uint64(1)
    bool(true)
    string("")
  }

  /// Each entry: verdict, priority, name, path, interface, member, type, broadcast, least and most descriptors.
  private mutating func allowMessages() {
    bool(true)
    uint64(1)
    for _ in 0..<4 { string("") }
    uint32(0)
    uint32(0)
    uint64(0)
    uint64(UInt64.max)
  }
}
