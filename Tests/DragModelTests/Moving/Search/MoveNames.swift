import DragModel

/// The names in the model of the search's small numbers.
enum MoveNames {
  static let cookie = "0123456789abcdefghijkl"
  static let keys = ["a", "b"]

  /// Transfers are numbered from 1, eight for each destination.
  static let transfers = (0..<24).map { Identifier(high: 0, middle: UInt64($0), low: 0) }
  static let lives = 8
  /// The number of a connection is eight times that of its party, plus the number of restarts.
  static let parties = (0..<3 * lives).map { Party(Peer(":\($0 / lives).\($0 % lives)")) }
  /// The offers of each connection of the source.
  static let offers = (0..<lives * lives).map { Identifier(high: 1, middle: UInt64($0), low: 0) }

  static func transfer(_ number: UInt8) -> Identifier { transfers[Int(number)] }

  static func number(of transfer: Identifier) -> UInt8 {
    guard let place = transfers.firstIndex(of: transfer) else {
      preconditionFailure("\(transfer) is not of this world")
    }
    return UInt8(place)
  }

  static func number(ofOffer offer: Identifier) -> Int { offers.firstIndex(of: offer) ?? 255 }
  static func connection(_ peer: Peer) -> Int {
    // “:1.2” is the third life of the second party.
    var digits = peer.name.utf8.lazy.compactMap { $0 >= 48 ? Int($0) - 48 : nil }.makeIterator()
    // “:” is above the digits.
    guard digits.next() == 10, let party = digits.next(), let life = digits.next() else {
      preconditionFailure("\(peer) is not of this world")
    }
    return party * lives + life
  }

  static func item(_ key: String) -> UInt8 { key == keys[0] ? 0 : 1 }

  /// The name of a party in a trace.
  static func party(_ number: Int) -> String { number == 0 ? "S" : "D\(number)" }
  static func connection(_ number: Int) -> String {
    "\(party(number / lives))(\(number % lives + 1))"
  }

  static func destination(ofTransfer number: UInt8) -> Int { Int(number) / 8 }

  static let contents = keys.indices.map { index in
    OfferedContent.held(HeldContent(id: UInt64(index), size: 1, place: .memory))
  }

  static let type: MIMEType = {
    guard let type = MIMEType("a/b") else { preconditionFailure("a/b is a type") }
    return type
  }()

  static let items = keys.indices.map { index in
    Item(
      attributes: ItemAttributes(key: keys[index]),
      representations: [Representation(type: type, content: contents[index])])
  }

  static let anyType: TypePreferences = {
    guard let types = try? TypePreferences([]) else { preconditionFailure("no pattern is valid") }
    return types
  }()

  static let offerOptions = {
    var options = OfferOptions()
    options.operations = [.copy, .move]
    options.source = "/s"
    options.cookie = cookie
    options.linger = 0
    return options
  }()

  static let acceptOptions = {
    var options = AcceptOptions()
    options.operation = .move
    return options
  }()
}

extension UInt8 {
  /// The items in a set of items.
  var members: [UInt8] { (0..<8).filter { self & (1 << $0) != 0 } }
  func contains(_ item: UInt8) -> Bool { self & (1 << item) != 0 }
  mutating func insert(_ item: UInt8) { self |= 1 << item }
  mutating func remove(_ item: UInt8) { self &= ~(1 << item) }
}
