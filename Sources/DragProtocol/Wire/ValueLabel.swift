/// The name of a value in error messages: its own name after its item's. The text is made only for a refusal.
struct ValueLabel: ExpressibleByStringLiteral, CustomStringConvertible {
  private let name: String
  private let place: ItemPlace?

  init(_ name: String, at place: ItemPlace? = nil) {
    self.name = name
    self.place = place
  }

  init(stringLiteral name: String) {
    self.init(name)
  }

  var description: String { place.map { "\($0): \(name)" } ?? name }
}

/// Where in a list of items something is said.
struct ItemPlace: CustomStringConvertible {
  let item: Int
  var representation: Int?

  var description: String {
    representation.map { "item \(item), representation \($0)" } ?? "item \(item)"
  }
}
