internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// `dragctl show`
enum ShowVerb {
  static let verb = Verb(
    "show", summary: "show an offer and its items",
    operands: .init("OFFER", least: 1, most: 1, completes: .offers),
    flags: [.json]
  ) { invocation throws(Failure) in
    try run(invocation)
  }
}

extension ShowVerb {
  private static func run(_ invocation: Invocation) throws(Failure) {
    let connection = try VerbSession.connect()
    let id = try connection.offer(named: invocation.operands[0])
    let properties = try connection.ask { () throws(RequestError) in try .properties(of: id) }
    let items = try connection.allItems(of: id)
    let offer = ListedOffer(id: id, properties: properties)
    if invocation.has(.json) {
      try Console.print(JSON(offer, items: items))
    } else {
      try Console.print(text(offer, items))
    }
  }

  private static func text(_ offer: ListedOffer, _ items: [Item<ShownRepresentation>]) -> String {
    let properties = offer.properties
    let now = Clock.realtime
    var rows = [(translated("Offer"), offer.id.description)]
    if !properties.label.isEmpty { rows.append((translated("Label"), properties.label)) }
    rows.append((translated("From"), properties.sourceText))
    let operations = properties.operations.map(\.rawValue).joined(separator: ", ")
    rows.append((translated("Allows"), operations))
    rows.append((translated("Age"), properties.age(at: now)))
    if properties.expires > 0 {
      let left = properties.expires > now ? (properties.expires - now) / 1_000_000 : 0
      rows.append((translated("Expires in"), Measure.age(seconds: left)))
    }
    for (index, item) in items.enumerated() {
      rows.append((translated("Item {index}", ["index": index]), item.attributes.name ?? ""))
      for representation in item.representations {
        rows.append(("", describe(representation.content)))
      }
    }
    let width = max(12, (rows.map { TextWidth.columns(of: $0.0) }.max() ?? 0) + 2)
    return rows.map { name, value in
      "\(TextWidth.padded(name, to: width))\(Printable.line(value))\n"
    }.joined()
  }

  private static func describe(_ representation: ShownRepresentation) -> String {
    let size = representation.size.map(Measure.bytes) ?? translated("unknown size")
    let line = "\(representation.type)  \(size)"
    return representation.isHeld ? line : "\(line), \(translated("made when accepted"))"
  }
}
