internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

/// How people name an offer or a transfer: its id, the start of its id, or its path.
enum Naming: Hashable {
  case id(Identifier)
  case beginning(String)

  /// - Parameter read: reads a path of the right kind.
  init(
    _ argument: Argument, path read: (String) -> Identifier?, otherwise message: (String) -> String
  ) throws(Failure) {
    let text = argument.text
    let lowered = text.lowercased()
    if let id = read(text) ?? Identifier(lowered) {
      self = .id(id)
    } else if !text.isEmpty, lowered.utf8.count < Identifier.length,
      lowered.utf8.allSatisfy(Self.isDigit)
    {
      self = .beginning(lowered)
    } else {
      throw .usage(
        message(text),
        hint: translated("An id has 26 characters of a to z and 2 to 7; its beginning is enough."))
    }
  }

  static func offer(_ argument: Argument) throws(Failure) -> Naming {
    try Naming(argument, path: Identifier.init(offerPath:)) {
      translated("“{text}” is not the id of an offer", ["text": $0])
    }
  }

  static func transfer(_ argument: Argument) throws(Failure) -> Naming {
    try Naming(argument, path: Identifier.init(transferPath:)) {
      translated("“{text}” is not the id of a transfer", ["text": $0])
    }
  }

  /// The only id that starts with that text.
  static func only(
    _ beginning: String, among ids: [Identifier], none: @autoclosure () -> String
  ) throws(Failure) -> Identifier {
    ids[try place(of: beginning, among: ids.map(\.description), none: none())]
  }

  /// The place of the only one of these ids that starts with that text.
  static func place(
    of beginning: String, among ids: [String], none: @autoclosure () -> String
  ) throws(Failure) -> Int {
    let found = ids.indices.filter { ids[$0].hasPrefix(beginning) }
    guard let first = found.first else {
      throw Failure(.notFound, none())
    }
    guard found.count == 1 else {
      let list = found.map { ids[$0] }.sorted().joined(separator: ", ")
      throw .usage(
        translated(
          "{count} ids begin with “{beginning}”: {list}",
          ["count": found.count, "beginning": beginning, "list": list]))
    }
    return first
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "2")...UInt8(ascii: "7"): true
    default: false
    }
  }
}

extension BrokerConnection {
  /// The offer that the argument names. A whole id is not looked up: it may belong to a private offer.
  func offer(
    named argument: Argument, timeout milliseconds: Int? = VerbSession.timeout
  ) throws(Failure) -> Identifier {
    switch try Naming.offer(argument) {
    case .id(let id): return id
    case .beginning(let beginning):
      let offers = try ask(timeout: milliseconds) { () throws(RequestError) in try .offers() }
      return try Naming.only(
        beginning, among: offers.map(\.id),
        none: translated("no offer begins with “{beginning}”", ["beginning": beginning]))
    }
  }

  /// Every listed offer, newest first.
  func newestOffers(
    timeout milliseconds: Int? = VerbSession.timeout
  ) throws(Failure) -> [ListedOffer] {
    try ask(timeout: milliseconds) { () throws(RequestError) in try .offers() }
      .sorted { $0.properties.created > $1.properties.created }
  }
}
