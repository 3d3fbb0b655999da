import Harness

/// What a drop target proposes.
struct Proposed {
  let proposal: String?
  let details: [String: Value]

  init(_ reply: [Value]) {
    proposal = reply.first?.string
    details = Value.array(reply)[1].object.mapValues(\.inside)
  }

  var reason: String { details["reason"]?.string ?? "" }
}

/// The result of a drop.
struct Dropped: Equatable {
  let operation: String?
  let items: UInt64?
  let bytes: UInt64?

  init(_ operation: String?, items: UInt64?, bytes: UInt64?) {
    self.operation = operation
    self.items = items
    self.bytes = bytes
  }

  init(_ reply: [Value]) {
    let values = Value.array(reply)
    self.init(
      values[0].string, items: values[1]["items"].inside.number,
      bytes: values[1]["bytes"].inside.number)
  }
}

// MARK: A target's owner

extension Peer {
  /// Registers a target and implements Target1: for each member the steps that answer it. See
  /// Tests/Tools/peerlib/target.py.
  func registerTarget(
    _ name: String = "Inbox", _ scripts: [String: [Step]] = [:], types: [String] = [],
    _ options: [String: Value] = [:], at path: String = Names.targetPath
  ) throws -> String {
    try perform(
      "serve target",
      [
        "path": .string(path),
        "scripts": .object(scripts.mapValues { .array($0.map(\.value)) }),
      ])
    let reply = try call(
      "RegisterTarget", on: Names.broker, at: Names.root, "sasa{sv}",
      [
        .string(name), .list(types),
        .object(["target": .o(path)].merging(options) { _, new in new }),
      ])
    guard let target = reply[0].string else {
      throw HarnessFailure("RegisterTarget replied \(reply)")
    }
    return target
  }

  func unregister(_ target: String) throws {
    try call("Unregister", on: Names.dropTarget, at: target)
  }

  func update(_ target: String, _ changes: [String: Value]) throws {
    try call("Update", on: Names.dropTarget, at: target, "a{sv}", [.object(changes)])
  }
}

// MARK: A dropper

extension Peer {
  func findTargets(_ name: String = "") throws -> [Value] {
    try call("FindTargets", on: Names.broker, at: Names.root, "s", [.string(name)])[0].array
  }

  func startPropose(
    _ offer: String, on target: String, _ context: [String: Value] = [:]
  ) throws -> PendingCall {
    try startCall(
      "Propose", on: Names.dropTarget, at: target, "oa{sv}", [.string(offer), .object(context)])
  }

  func propose(
    _ offer: String, on target: String, _ context: [String: Value] = [:]
  ) throws -> Proposed {
    Proposed(try startPropose(offer, on: target, context).reply())
  }

  func startDrop(
    _ offer: String, on target: String, _ context: [String: Value] = [:]
  ) throws -> PendingCall {
    try startCall(
      "Drop", on: Names.dropTarget, at: target, "oa{sv}", [.string(offer), .object(context)])
  }

  func drop(
    _ offer: String, on target: String, _ context: [String: Value] = [:]
  ) throws -> Dropped {
    Dropped(try startDrop(offer, on: target, context).reply())
  }
}
