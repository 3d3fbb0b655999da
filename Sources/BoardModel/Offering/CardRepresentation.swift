internal import DragModel

/// One way in which a card can be given away. Nothing is made before it is read; that may happen on any thread.
package struct CardRepresentation: Sendable {
  package let type: String
  /// How many bytes it will have, if that is known before it is made.
  package let size: Int?
  private let make: @Sendable () throws(BoardError) -> Content

  init(
    _ type: String, size: Int? = nil, make: @escaping @Sendable () throws(BoardError) -> Content
  ) {
    self.type = type
    self.size = size
    self.make = make
  }

  /// Makes the content. A file that it tells may be read, never written.
  package func read() throws(BoardError) -> Content { try make() }

  /// Makes PNG of a picture of another type.
  package typealias PictureConverter =
    @Sendable (_ picture: Content, _ type: String) throws(BoardError) -> [UInt8]
}

extension [CardRepresentation] {
  /// The first of the type that a pattern such as `image/*` names: the same type with the same parameters, else with
  /// others, else what the pattern covers. Nil where nothing matches, and for what is no pattern.
  package func first(matching pattern: String) -> CardRepresentation? {
    if let same = first(where: { $0.type == pattern }) { return same }
    let typed = compactMap { one in MIMEType(one.type).map { (one, $0) } }
    guard let preferences = try? TypePreferences([pattern]),
      let index = preferences.choose(among: typed.map(\.1), hierarchy: PlainTypes())
    else { return nil }
    return typed[index].0
  }
}
