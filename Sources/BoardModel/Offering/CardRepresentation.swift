internal import DragModel

/// One representation that a card offers. It makes its content when it is read, on any thread.
package struct CardRepresentation: Sendable {
  package let type: String
  /// Its size in bytes, if known before the content is made.
  package let size: Int?
  private let make: @Sendable () throws(BoardError) -> Content

  init(
    _ type: String, size: Int? = nil, make: @escaping @Sendable () throws(BoardError) -> Content
  ) {
    self.type = type
    self.size = size
    self.make = make
  }

  /// Makes the content. The caller may read the file that it names, but never write to it.
  package func read() throws(BoardError) -> Content { try make() }

  /// Converts a picture of another type into PNG.
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

extension Card {
  /// The name of a file of the card: its own name, else its title, with an ending for a picture.
  func fileName(of type: String) -> String {
    let ending = MIMEType.is(type, \.isImage) ? FileEnding.ending(for: type) : nil
    return FileName.safe(name ?? title + (ending.map { ".\($0)" } ?? "")) ?? "file"
  }
}
