import Harness

/// An error reply.
struct BusFailure: Error, Hashable, CustomStringConvertible {
  let name: String
  let message: String

  var description: String { "\(name): \(message)" }
}

/// A call whose reply has not been waited for.
struct PendingCall {
  let peer: Peer
  let command: Int

  /// The values of the reply, or its error as a `BusFailure`.
  @discardableResult
  func reply(within limit: Duration = Timeout.usual) throws -> [Value] {
    let answer = try peer.answer(to: command, within: limit)
    if let error = answer["error"].string {
      throw BusFailure(name: error, message: answer["message"].string ?? "")
    }
    return answer["reply"].array
  }
}

extension Peer {
  func startCall(
    _ member: String, on interface: String, at path: String, to destination: String = Names.broker,
    _ signature: String = "", _ arguments: [Value] = []
  ) throws -> PendingCall {
    PendingCall(
      peer: self,
      command: try start(
        "call",
        [
          "destination": .string(destination), "path": .string(path),
          "interface": .string(interface), "member": .string(member),
          "signature": .string(signature), "arguments": .array(arguments),
        ]))
  }

  @discardableResult
  func call(
    _ member: String, on interface: String, at path: String, to destination: String = Names.broker,
    _ signature: String = "", _ arguments: [Value] = [], within limit: Duration = Timeout.usual
  ) throws -> [Value] {
    try startCall(member, on: interface, at: path, to: destination, signature, arguments)
      .reply(within: limit)
  }

  /// Calls the bus driver.
  @discardableResult
  func callBus(
    _ member: String, _ signature: String = "", _ arguments: [Value] = []
  ) throws -> [Value] {
    try call(
      member, on: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", to: "org.freedesktop.DBus",
      signature, arguments)
  }

  func watch(_ rule: String) throws { try callBus("AddMatch", "s", [.string(rule)]) }

  /// Returns when everything that dragd has sent to this peer so far has arrived.
  func settle() throws {
    try call("Ping", on: "org.freedesktop.DBus.Peer", at: Names.root)
  }

  /// The signals of dragd so far.
  func signals(_ member: String, at path: String? = nil) -> [Value] {
    told.filter { line in
      line["event"] == "signal" && line["member"].string == member
        && (path == nil || line["path"].string == path)
    }
  }

  /// Waits for the `count`th call of that name and returns its arguments.
  @discardableResult
  func waitForCall(
    _ member: String, count: Int = 1, within limit: Duration = Timeout.usual
  ) throws -> [Value] {
    try wait(within: limit, "be called \(count) times for \(member)") {
      let calls = calls(member)
      return calls.count >= count ? calls[count - 1]["body"].array : nil
    }
  }

  /// Waits until a script has reached the step `["say", text]`.
  func waitUntilSaid(
    _ text: String, count: Int = 1, within limit: Duration = Timeout.usual
  ) throws {
    try wait(within: limit, "say “\(text)” \(count) times") {
      told.count { $0["event"] == "said" && $0["text"].string == text } >= count ? () : nil
    }
  }
}

/// The contract's names, written out: a peer has none of dragd's code.
enum Names {
  static let broker = "org.dragd.Broker1"
  static let offer = "org.dragd.Offer1"
  static let transfer = "org.dragd.Transfer1"
  static let source = "org.dragd.Source1"
  static let target = "org.dragd.Target1"
  /// The path at which a peer implements Target1.
  static let targetPath = "/example/target"
  static let dropTarget = "org.dragd.DropTarget1"
  static let properties = "org.freedesktop.DBus.Properties"
  static let objectManager = "org.freedesktop.DBus.ObjectManager"
  static let introspectable = "org.freedesktop.DBus.Introspectable"
  static let root = "/org/dragd/Broker1"
  /// The path at which a peer implements Source1.
  static let sourcePath = "/example/source"
  static let error = "org.dragd.Error."
  static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
}

// MARK: Identities

extension Peer {
  /// What dragd says of the program that has the unique name.
  func identity(of name: String) throws -> Value {
    try call("Identify", on: Names.broker, at: Names.root, "s", [.string(name)])[0]
  }
}
