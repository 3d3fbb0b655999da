import Harness

/// An item as a source offers it.
struct Item {
  var attributes: [String: Value]
  var representations: [[String: Value]]

  init(
    name: String? = nil, key: String? = nil, local: String? = nil,
    _ representations: [String: Value]...
  ) {
    attributes = [:]
    attributes["name"] = name.map(Value.s)
    attributes["key"] = key.map(Value.s)
    attributes["local"] = local.map(Value.s)
    self.representations = representations
  }

  init(attributes: [String: Value], representations: [[String: Value]]) {
    self.attributes = attributes
    self.representations = representations
  }

  var value: Value { [.object(attributes), .array(representations.map(Value.object))] }

  static let signature = "a(a{sv}aa{sv})"
}

/// A representation whose bytes are in the message.
func data(_ type: String?, _ content: Content) -> [String: Value] {
  var keys = ["data": Value.bytes(content)]
  keys["type"] = type.map(Value.s)
  return keys
}

/// A representation in a peer's file or memfd.
func file(_ type: String?, _ descriptor: Int) -> [String: Value] {
  var keys = ["fd": Value.descriptor(descriptor)]
  keys["type"] = type.map(Value.s)
  return keys
}

/// A lazy representation.
func lazily(_ type: String, size: UInt64? = nil) -> [String: Value] {
  var keys = ["type": Value.s(type)]
  keys["size"] = size.map(Value.t)
  return keys
}

/// One entry of what Accept returns.
struct Delivered {
  let transfer: String
  let item: UInt64?
  let type: String?
  let name: String?
  let size: UInt64?
  let data: Bytes?
  let fd: Int?

  init(_ value: Value) {
    transfer = value[0].string ?? ""
    let keys = value[1]
    item = keys["item"].inside.number
    type = keys["type"].inside.string
    name = keys["name"].inside.string
    size = keys["size"].inside.number
    data = Bytes(keys["data"].inside)
    fd = keys["fd"].inside.int
  }
}

// MARK: A source

extension Peer {
  func startOffer(_ items: [Item], _ options: [String: Value] = [:]) throws -> PendingCall {
    try startCall(
      "Offer", on: Names.broker, at: Names.root, Item.signature + "a{sv}",
      [.array(items.map(\.value)), .object(options)])
  }

  func offer(_ items: [Item], _ options: [String: Value] = [:]) throws -> String {
    guard let path = try startOffer(items, options).reply().first?.string else {
      throw HarnessFailure("Offer replied without a path")
    }
    return path
  }

  func startAddItems(
    to offer: String, _ items: [Item], _ options: [String: Value] = [:]
  ) throws -> PendingCall {
    try startCall(
      "AddItems", on: Names.offer, at: offer, Item.signature + "a{sv}",
      [.array(items.map(\.value)), .object(options)])
  }

  func addItems(
    to offer: String, _ items: [Item], _ options: [String: Value] = [:]
  ) throws {
    try startAddItems(to: offer, items, options).reply()
  }

  func withdraw(_ offer: String) throws { try call("Withdraw", on: Names.offer, at: offer) }

  /// Implements Source1: for each type, or `*`, the steps that answer Provide; for the name of
  /// another member the steps that answer it. See Tests/Tools/peerlib/source.py.
  func serve(_ scripts: [String: [Step]], at path: String = Names.sourcePath) throws {
    try perform(
      "serve",
      [
        "path": .string(path),
        "scripts": .object(scripts.mapValues { .array($0.map(\.value)) }),
      ])
  }

  func openGate(_ name: String) throws { try perform("open gate", ["name": .string(name)]) }

  /// Offers one lazy representation, which the steps provide.
  func offerLazily(
    _ type: String = "text/plain", size: UInt64? = nil, steps: [Step],
    options: [String: Value] = [:]
  ) throws -> String {
    try serve([type: steps])
    return try offer(
      [Item(lazily(type, size: size))],
      options.merging(["source": .o(Names.sourcePath)]) { own, _ in own })
  }
}

/// A step of a script.
enum Step {
  case write(Content)
  case close
  case reply(bytes: UInt64? = nil)
  case replyWith([String: Value])
  case error(String, String)
  /// Waits for `openGate`.
  case gate(String)
  case say(String)
  /// A target's step: answers Propose.
  case propose(String, [String: Value] = [:])
  /// A target's step: answers with any values.
  case raw(String, [Value])
  /// Ends the process.
  case exit

  var value: Value {
    switch self {
    case .write(let content): ["write", content.value]
    case .close: ["close"]
    case .reply(let bytes): ["reply", .object(bytes.map { ["bytes": .t($0)] } ?? [:])]
    case .replyWith(let keys): ["reply", .object(keys)]
    case .error(let name, let text): ["error", .string(name), .string(text)]
    case .gate(let name): ["gate", .string(name)]
    case .say(let text): ["say", .string(text)]
    case .propose(let word, let details): ["propose", .string(word), .object(details)]
    case .raw(let signature, let values): ["raw", .string(signature), .array(values)]
    case .exit: ["exit"]
    }
  }

  /// The steps of a source without faults.
  static func all(_ content: Content) -> [Step] { [.write(content), .close, .reply()] }
}

// MARK: A destination

extension Peer {
  func startAccept(
    _ offer: String, items: [UInt32] = [], types: [String] = [], _ options: [String: Value] = [:]
  ) throws -> PendingCall {
    try startCall(
      "Accept", on: Names.offer, at: offer, "auasa{sv}",
      [.list(items), .list(types), .object(options)])
  }

  func accept(
    _ offer: String, items: [UInt32] = [], types: [String] = [], _ options: [String: Value] = [:]
  ) throws -> [Delivered] {
    try startAccept(offer, items: items, types: types, options).reply()[0].array.map(Delivered.init)
  }

  /// Accepts an offer that delivers one representation.
  func acceptOne(
    _ offer: String, types: [String] = [], _ options: [String: Value] = [:]
  ) throws -> Delivered {
    let results = try accept(offer, types: types, options)
    guard results.count == 1 else { throw HarnessFailure("\(results.count) results, not one") }
    return results[0]
  }

  /// Accepts as a stream and returns the transfer and the pipe.
  func stream(
    _ offer: String, types: [String] = [], _ options: [String: Value] = [:]
  ) throws -> (transfer: String, pipe: Int) {
    let result = try acceptOne(
      offer, types: types, options.merging(["delivery": .s("stream")]) { own, _ in own })
    guard let pipe = result.fd else { throw HarnessFailure("a stream without a pipe: \(result)") }
    return (result.transfer, pipe)
  }

  func startReceive(_ transfer: String, _ type: String) throws -> PendingCall {
    try startCall("Receive", on: Names.transfer, at: transfer, "sa{sv}", [.string(type), [:]])
  }

  /// The descriptor of a transfer's file, and its size according to dragd.
  func receive(_ transfer: String, _ type: String) throws -> (fd: Int, size: UInt64) {
    let result = try startReceive(transfer, type).reply()[0]
    guard let fd = result["fd"].inside.int, let size = result["size"].inside.number else {
      throw HarnessFailure("Receive without fd or size: \(result)")
    }
    return (fd, size)
  }

  func startFinish(_ transfer: String) throws -> PendingCall {
    try startCall("Finish", on: Names.transfer, at: transfer, "a{sv}", [[:]])
  }

  @discardableResult
  func finish(_ transfer: String) throws -> Value { try startFinish(transfer).reply()[0] }

  func cancel(_ transfer: String, _ reason: String = "") throws {
    try call("Cancel", on: Names.transfer, at: transfer, "s", [.string(reason)])
  }

  func find(_ types: [String] = []) throws -> String {
    try call("Find", on: Names.broker, at: Names.root, "asa{sv}", [.list(types), [:]])[0].string
      ?? ""
  }

  func items(of offer: String, from first: UInt32 = 0, count: UInt32 = 0) throws -> [Value] {
    try call(
      "GetItems", on: Names.offer, at: offer, "uu",
      [
        .integer(Int64(first)), .integer(Int64(count)),
      ])[0].array
  }

  // MARK: Properties

  func properties(of path: String, _ interface: String) throws -> [String: Value] {
    try call("GetAll", on: Names.properties, at: path, "s", [.string(interface)])[0].object
      .mapValues(\.inside)
  }

  func property(_ name: String, of path: String, _ interface: String) throws -> Value {
    try call("Get", on: Names.properties, at: path, "ss", [.string(interface), .string(name)])[0]
      .inside
  }

  func state(of transfer: String) throws -> String {
    try property("State", of: transfer, Names.transfer).string ?? ""
  }

  /// Name and message; both empty without an error.
  func error(of transfer: String) throws -> BusFailure {
    let error = try property("Error", of: transfer, Names.transfer)
    return BusFailure(name: error[0].string ?? "", message: error[1].string ?? "")
  }

  func statistics() throws -> [String: UInt64] {
    try property("Statistics", of: Names.root, Names.broker).object.compactMapValues(\.number)
  }
}
