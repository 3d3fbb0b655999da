internal import DragModel
internal import Foundation
internal import Translations

/// The representations that a card offers, highest fidelity first: the stored ones, and others made of them.
struct CardRepresentations {
  let card: Card
  let contents: StoredContents
  /// The folder for files whose paths the card offers.
  let exports: String
  let convert: CardRepresentation.PictureConverter?

  var all: [CardRepresentation] {
    switch card.kind {
    case .geocache: geocache
    case .text: text + (card.details == CardDetails() ? [] : planned) + textFile
    case .file: file
    case .image: image
    case .other: stored(card.representations)
    }
  }

  private var geocache: [CardRepresentation] {
    var offered = stored(where: \.isGeocache)
    let gpx = stored(where: \.isGPX)
    offered += gpx.isEmpty ? [made(GPX.type) { GPX.file($0) }] : gpx
    if card.hasPicture {
      offered.append(made("image/png") { $0.image ?? [] })
    }
    offered.append(made(Self.text) { Array($0.text.utf8) })
    let others = card.representations.filter {
      !MIMEType.is($0.type) { $0.isGeocache || $0.isGPX || $0.isText || $0.essence == "image/png" }
    }
    return offered + stored(others)
  }

  private static let text = "text/plain;charset=utf-8"

  /// The stored representations, with UTF-8 before the first text in another charset.
  private var text: [CardRepresentation] {
    var offered = stored(card.representations)
    let hasText = card.representations.contains {
      MIMEType.is($0.type) { $0.isText && $0.charset?.lowercased() == "utf-8" }
    }
    let first = card.representations.firstIndex { MIMEType.is($0.type, \.isText) }
    guard !hasText, let first else { return offered }
    let type = card.representations[first].type
    let contents = contents
    let decoded = CardRepresentation(Self.text) { () throws(BoardError) in
      let bytes = try contents.read(type).bytes()
      let charset = MIMEType(type)?.charset
      guard let text = Charset.decode(bytes, charset) else {
        throw .malformed(
          type: type,
          reason: translated("it is not text in {charset}", ["charset": charset ?? "UTF-8"]))
      }
      return .bytes(Array(text.utf8))
    }
    offered.insert(decoded, at: first)
    return offered
  }

  /// A text with what is planned with it, for task programs and editors.
  private var planned: [CardRepresentation] {
    let stored = Set(card.representations.compactMap { MIMEType.essence(of: $0.type) })
    let card = card
    let made: [(type: String, make: @Sendable () throws(BoardError) -> [UInt8])] = [
      // Programs request these two types without a charset: a calendar is UTF-8, and HTML names its charset itself.
      (BoardImport.calendarType, { () throws(BoardError) in try card.calendar }),
      ("text/html", { Array(#"<meta charset="utf-8">"#.utf8) + card.html }),
      ("text/markdown;charset=utf-8", { card.markdown }),
    ]
    return made.filter { !stored.contains(MIMEType.essence(of: $0.type)) }.map { type, make in
      CardRepresentation(type) { () throws(BoardError) in .bytes(try make()) }
    }
  }

  /// A text that came from a file becomes a file again for programs that take files.
  private var textFile: [CardRepresentation] {
    let hasList = card.representations.contains { MIMEType.is($0.type, \.isURIList) }
    guard card.name != nil, !hasList,
      let own = card.representations.first(where: { MIMEType.is($0.type, \.isText) })
    else { return [] }
    return [asFile(own.type)]
  }

  private var file: [CardRepresentation] {
    let own = card.representations.filter { !MIMEType.is($0.type, \.isURIList) }
    guard let first = own.first else { return stored(card.representations) }
    return stored(own) + [asFile(first.type)]
  }

  private var image: [CardRepresentation] {
    var offered = stored(card.representations)
    guard let own = card.representations.first(where: { MIMEType.is($0.type, \.isImage) }) else {
      return offered
    }
    let hasPNG = card.representations.contains { MIMEType.essence(of: $0.type) == "image/png" }
    if !hasPNG, let convert {
      let contents = contents
      offered.append(
        CardRepresentation("image/png") { () throws(BoardError) in
          .bytes(try convert(try contents.read(own.type), own.type))
        })
    }
    // Browsers and file managers accept pictures only as files.
    let hasList = card.representations.contains { MIMEType.is($0.type, \.isURIList) }
    return hasList ? offered : offered + [asFile(own.type)]
  }

  // MARK: Parts

  private func stored(_ representations: [RepresentationInfo]) -> [CardRepresentation] {
    representations.map { representation in
      let (contents, type) = (contents, representation.type)
      return CardRepresentation(type, size: representation.size) { () throws(BoardError) in
        try contents.read(type)
      }
    }
  }

  func stored(where isWanted: (MIMEType) -> Bool) -> [CardRepresentation] {
    stored(card.representations.filter { MIMEType.is($0.type, isWanted) })
  }

  private func made(
    _ type: String, _ make: @escaping @Sendable (Geocache) -> [UInt8]
  ) -> CardRepresentation {
    let contents = contents
    let own =
      card.representations.first { MIMEType.is($0.type, \.isGeocache) }?.type ?? Geocache.type
    return CardRepresentation(type) { () throws(BoardError) in
      let json = try contents.read(own).bytes(atMost: Geocache.largest)
      return .bytes(make(try Geocache(json: json)))
    }
  }

  // MARK: Files

  /// A list with the path of a copy of a stored representation.
  private func asFile(_ type: String) -> CardRepresentation {
    let contents = contents
    let content = CardRepresentation(type) { () throws(BoardError) in try contents.read(type) }
    return asFile(content, card.fileName(of: type))
  }

  /// A list with the path of a file, which is made when the list is read.
  func asFile(_ content: CardRepresentation, _ name: String) -> CardRepresentation {
    let exports = exports
    return CardRepresentation(OfferedCard.list) { () throws(BoardError) in
      let path = try content.read().export(as: name, content.type, below: exports)
      return .bytes(URIList.list(ofFileAt: path))
    }
  }
}

extension BoardStore {
  /// The representations that a card offers, highest fidelity first.
  ///
  /// - Parameters:
  ///   - id: the card.
  ///   - convert: makes PNG of other pictures; without it they are offered only as they are.
  /// - Throws: `noSuchCard`.
  package func representations(
    of id: CardID, convert: CardRepresentation.PictureConverter? = nil
  ) throws(BoardError) -> [CardRepresentation] {
    try offering(of: id, convert).all
  }

  func offering(
    of id: CardID, _ convert: CardRepresentation.PictureConverter?
  ) throws(BoardError) -> CardRepresentations {
    guard let row = try row(id) else { throw .noSuchCard(id.rawValue) }
    return CardRepresentations(
      card: row.card, contents: StoredContents(folder: folder, contents: row.contents),
      exports: exports, convert: convert)
  }

  /// The picture of a card, of any `image/*` type; nil if it has none.
  package func picture(of id: CardID) throws(BoardError) -> CardRepresentation? {
    try representations(of: id).first { MIMEType.is($0.type, \.isImage) }
  }
}
