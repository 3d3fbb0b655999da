import Harness

/// A new cookie: a source's name across its restarts, which no other source has.
func newCookie() -> String {
  "cookie-" + String(UInt64.random(in: 1 << 63 ... .max), radix: 36)
    + String(UInt64.random(in: 1 << 63 ... .max), radix: 36)
}

/// The last element of an object's path, which calls outside of the object use as its id.
func identifier(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

/// An element of what UnacknowledgedMoves answers.
struct Unacknowledged: Hashable {
  let transfer: String
  let key: String

  /// The move of a transfer, given by its path.
  init(_ path: String, _ key: String) {
    transfer = identifier(path)
    self.key = key
  }
}

/// What Finish answers.
struct Finished: Hashable {
  let bytes: UInt64?
  let operation: String?
  let acknowledged: Bool?

  init(_ value: Value) {
    bytes = value["bytes"].inside.number
    operation = value["operation"].inside.string
    acknowledged = value["acknowledged"].inside.bool
  }
}

// MARK: A source

extension Peer {
  func startUnacknowledgedMoves(_ cookie: String) throws -> PendingCall {
    try startCall(
      "UnacknowledgedMoves", on: Names.broker, at: Names.root, "s", [.string(cookie)])
  }

  @discardableResult
  func unacknowledgedMoves(_ cookie: String) throws -> [Unacknowledged] {
    try startUnacknowledgedMoves(cookie).reply()[0].array.map {
      Unacknowledged($0[0].string ?? "", $0[1].string ?? "")
    }
  }

  func acknowledgeMove(_ transfer: String, _ cookie: String) throws {
    try call(
      "AcknowledgeMove", on: Names.broker, at: Names.root, "ss",
      [.string(identifier(transfer)), .string(cookie)])
  }

  /// Claims the cookie and implements Source1, as a source does when it starts.
  func serveMoves(_ cookie: String, _ scripts: [String: [Step]] = [:]) throws {
    try serve(scripts)
    try unacknowledgedMoves(cookie)
  }

  func offerMoves(
    _ items: [Item], _ cookie: String, _ options: [String: Value] = [:]
  ) throws -> String {
    try offer(items, Self.moving(cookie, options))
  }

  static func moving(_ cookie: String, _ options: [String: Value] = [:]) -> [String: Value] {
    [
      "operations": .strings(["copy", "move"]), "source": .o(Names.sourcePath),
      "cookie": .s(cookie),
    ].merging(options) { $1 }
  }

  /// Offers one item with that key and the held `content`.
  func offerMove(
    _ key: String, _ cookie: String, _ content: Content = "moving", _ options: [String: Value] = [:]
  ) throws -> String {
    try offerMoves([Item(key: key, data("text/plain", content))], cookie, options)
  }

  /// dragd's calls for this transfer so far, in order.
  func sourceCalls(for transfer: String) throws -> [String] {
    try settle()
    return told.filter { $0["event"] == "call" && $0["body"][1].string == transfer }
      .compactMap { $0["member"].string }
  }

  /// How each transfer ended, according to the calls of Ended so far.
  func endings() throws -> [Ending] {
    try settle()
    return calls("Ended").map { Ending($0["body"].array) }
  }
}

// MARK: A destination

extension Peer {
  func startMove(
    _ offer: String, items: [UInt32] = [], _ options: [String: Value] = [:]
  ) throws -> PendingCall {
    try startAccept(offer, items: items, options.merging(["operation": .s("move")]) { $1 })
  }

  /// Accepts one item for moving.
  func move(
    _ offer: String, items: [UInt32] = [], _ options: [String: Value] = [:]
  ) throws -> Delivered {
    let results = try startMove(offer, items: items, options).reply()[0].array.map(Delivered.init)
    guard results.count == 1 else { throw HarnessFailure("\(results.count) results, not one") }
    return results[0]
  }

  /// Accepts one item for moving and keeps it.
  @discardableResult
  func moveAway(_ offer: String, items: [UInt32] = []) throws -> String {
    let transfer = try move(offer, items: items).transfer
    try finish(transfer)
    return transfer
  }

  func startOutcome(_ transfer: String) throws -> PendingCall {
    try startCall(
      "Outcome", on: Names.broker, at: Names.root, "s", [.string(identifier(transfer))])
  }

  func outcome(_ transfer: String) throws -> String {
    try startOutcome(transfer).reply()[0].string ?? ""
  }

  func acknowledgeOutcome(_ transfer: String) throws {
    try call(
      "AcknowledgeOutcome", on: Names.broker, at: Names.root, "s",
      [.string(identifier(transfer))])
  }
}

// MARK: The user

extension Peer {
  /// What OpenMoves lists, each with its id.
  func openMoves() throws -> [(id: String, move: Value)] {
    try call("OpenMoves", on: Names.broker, at: Names.root)[0].array.map {
      ($0[0].string ?? "", $0[1])
    }
  }

  /// - Parameter id: as OpenMoves lists it.
  func settleMove(_ id: String) throws {
    try call("SettleMove", on: Names.broker, at: Names.root, "s", [.string(id)])
  }
}
