internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

/// How people name an item of an offer: its number, which is 0 for the first as on the bus and in JSON, its file
/// name, or the start of that.
enum ItemName: Hashable {
  case number(UInt32)
  case name(String)

  init(_ argument: Argument) throws(Failure) {
    let text = argument.text
    guard !text.isEmpty else {
      throw .usage(translated("--item needs the number or the file name of an item"))
    }
    self = UInt32(text).map { .number($0) } ?? .name(text)
  }

  /// The place among all items. A whole name comes before the start of another one.
  static func place(of text: String, among names: [String]) throws(Failure) -> Int {
    let equal = names.indices.filter { names[$0] == text }
    let found = equal.isEmpty ? names.indices.filter { names[$0].hasPrefix(text) } : equal
    let word = Printable.line(text)
    guard let first = found.first else {
      throw Failure(
        .notFound, translated("no item has a name that begins with “{word}”", ["word": word]))
    }
    guard found.count == 1 else {
      let list = found.prefix(Self.mostListed).map { "\($0) (\(Printable.line(names[$0])))" }
      throw .usage(
        translated(
          "{count} items have a name that begins with “{word}”: {list}",
          ["count": found.count, "word": word, "list": list.joined(separator: ", ")]),
        hint: translated(
          "The number before a name names it too: --item {number}", ["number": first]))
    }
    return first
  }

  private static let mostListed = 10
}

extension BrokerConnection {
  /// The number of the item that is named.
  func item(
    _ name: ItemName, of offer: Identifier, timeout: Int? = VerbSession.timeout
  ) throws(Failure) -> UInt32 {
    switch name {
    case .number(let number): return number
    case .name(let text):
      let names = try allItems(of: offer, timeout: timeout).map { $0.attributes.name ?? "" }
      return UInt32(clamping: try ItemName.place(of: text, among: names))
    }
  }

  /// Every item of an offer.
  func allItems(
    of offer: Identifier, timeout: Int? = VerbSession.timeout
  ) throws(Failure) -> [Item<ShownRepresentation>] {
    var (items, page): ([Item<ShownRepresentation>], [Item<ShownRepresentation>]) = ([], [])
    repeat {
      let first = UInt32(clamping: items.count)
      page = try ask(timeout: timeout) { () throws(RequestError) in
        try .items(of: offer, first: first, count: GetItemsCall.page)
      }
      items += page
    } while page.count == Int(GetItemsCall.page)
    return items
  }
}
