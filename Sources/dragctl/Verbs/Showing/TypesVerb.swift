internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

/// `dragctl types`
enum TypesVerb {
  static let item = Flag(
    "item", short: "i", value: .required("ITEM"),
    help: "those of one item: a number, from 0, or a file name")

  static let verb = Verb(
    "types", summary: "print the types on offer, best first",
    operands: .init("[OFFER]", most: 1, completes: .offers),
    description: "Default is the newest offer.",
    flags: [item, .json]
  ) { invocation throws(Failure) in
    try run(invocation)
  }
}

extension TypesVerb {
  private static func run(_ invocation: Invocation) throws(Failure) {
    let item = try invocation.value(of: item).map { value throws(Failure) in try ItemName(value) }
    let connection = try VerbSession.connect()
    let offer =
      if let argument = invocation.operands.first {
        try connection.offer(named: argument)
      } else {
        try connection.ask { () throws(RequestError) in try .find([]) }
      }
    let number = try item.map { name throws(Failure) in try connection.item(name, of: offer) }
    let types = try types(of: offer, item: number, connection)
    if invocation.has(.json) {
      try Console.print(JSON.strings(types))
    } else {
      try Console.print(types.map { Printable.line($0) + "\n" }.joined())
    }
  }

  private static func types(
    of offer: Identifier, item: UInt32?, _ connection: BrokerConnection
  ) throws(Failure) -> [String] {
    guard let item else {
      return try connection.ask { () throws(RequestError) in try .properties(of: offer) }
        .types.map(\.description)
    }
    let items = try connection.ask { () throws(RequestError) in
      try .items(of: offer, first: item, count: 1)
    }
    guard let first = items.first else {
      throw Failure(
        .notFound, translated("offer {offer} has no item {item}", ["offer": offer, "item": item]))
    }
    return first.representations.map(\.content.type.description)
  }
}
