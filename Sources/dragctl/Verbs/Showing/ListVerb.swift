internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// `dragctl list`
enum ListVerb {
  static let quiet = Flag("quiet", short: "q", help: "whole ids only, one a line")

  static let verb = Verb(
    "list", summary: "list the offers, newest first",
    flags: [quiet, .json],
    examples: [.init("dragctl list --json | jq -r '.[].types[]'", "every type on offer")]
  ) { invocation throws(Failure) in
    try run(invocation)
  }
}

extension ListVerb {
  private static func run(_ invocation: Invocation) throws(Failure) {
    let offers = try VerbSession.connect().newestOffers()
    if invocation.has(.json) {
      try Console.print(JSON.array(offers.map { JSON($0) }))
    } else if invocation.has(quiet) {
      try Console.print(offers.map { "\($0.id)\n" }.joined())
    } else if offers.isEmpty {
      Console.note(translated("Nothing is on offer."))
    } else {
      try Console.print(table(offers).text(width: StandardStream.output.columns))
    }
  }

  /// The columns for a terminal: the shortest ids that are distinct, and the types.
  private static func table(_ offers: [ListedOffer]) -> Table {
    let ids = offers.map(\.id.description)
    let length = StandardStream.output.isTerminal ? ShortID.length(among: ids) : Identifier.length
    let now = Clock.realtime
    var table = Table(["ID", "AGE", "ITEMS", "FROM", "LABEL", "TYPES"])
    for (offer, id) in zip(offers, ids) {
      let properties = offer.properties
      table.add([
        String(id.prefix(length)), properties.age(at: now), String(properties.itemCount),
        properties.sourceText, properties.label,
        properties.types.map(\.description).joined(separator: " "),
      ])
    }
    return table
  }
}

enum ShortID {
  /// How many characters make the ids distinct, at least eight.
  static func length(among ids: [String]) -> Int {
    let sorted = ids.sorted()
    let shared = zip(sorted, sorted.dropFirst()).map { zip($0, $1).prefix { $0 == $1 }.count }
    return max(8, (shared.max() ?? 0) + 1)
  }
}

extension OfferProperties {
  /// For people. Never negative, even if the clock was set meanwhile.
  func age(at now: UInt64) -> String {
    Measure.age(seconds: (now > created ? now - created : 0) / 1_000_000)
  }

  /// For people: the source, as far as it is known. dragd holds what has outlived its source.
  var sourceText: String {
    let name = application.isEmpty ? sourceName : application
    if connection.isEmpty {
      return name.isEmpty ? translated("held") : translated("{name} (held)", ["name": name])
    }
    return name.isEmpty ? connection : name
  }
}
