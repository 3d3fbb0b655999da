import BoardModel
import Harness
import Testing

/// Cards of what real programs copy.
@Suite struct RecordedTests {
  private static let recordings = (try? Recording.all()) ?? []

  @Test(arguments: recordings.map(\.name))
  func `a card has what was meant`(_ name: String) throws {
    let folder = try TemporaryFolder("recorded", inMemory: true)
    defer { folder.remove() }
    let recording = try #require(try Recording.all(in: folder.path).first { $0.name == name })
    try recording.makeFiles(in: folder.path)
    let cards = try CardReader().cards(from: try received(recording))
    for card in cards where recording.meaning != .anything {
      #expect(!card.title.contains("application/") && !card.title.contains("x-"), "\(card.title)")
    }
    let card = try #require(cards.first)
    switch recording.meaning {
    case .text, .secret:
      let lines = try #require(recording.text).split(whereSeparator: \.isNewline)
      #expect(cards.count == 1 && card.kind == .text)
      #expect(card.title == lines.first.map(String.init) ?? "")
      let text = card.representations.first { $0.type.hasPrefix("text/plain") }
      #expect(try text?.content.bytes() == recording.text.map { Array($0.utf8) })
    case .picture: #expect(cards.count == 1 && card.kind == .image && card.hasPicture)
    case .files, .cutFiles:
      #expect(
        cards.map(\.name) == recording.files.map { String($0.split(separator: "/").last ?? "") })
      #expect(
        try cards.map { try $0.representations.first?.content.bytes() }
          == recording.files.map { Array($0.utf8) })
    case .address: #expect(cards.count == 1 && card.title == recording.text)
    case .anything: #expect(cards.count == 1)
    }
  }

  /// What dragboard reads of it.
  private func received(_ recording: Recording) throws -> IncomingItem {
    let types = recording.targets.map(\.name).filter { $0.contains("/") || $0 == "UTF8_STRING" }
    let wanted = try WantedTypes.sources(of: types, describedBy: nil)
    var item = IncomingItem(representations: [])
    for one in wanted {
      guard let content = recording.content(of: one.offered) else {
        #expect(!one.isNeeded, "\(one.type)")
        continue
      }
      let type = one.type == "UTF8_STRING" ? "text/plain;charset=utf-8" : one.type
      item.representations.append((type, .bytes(content)))
    }
    return item
  }
}
