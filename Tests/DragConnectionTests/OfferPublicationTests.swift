import DragConnection
import DragModel
import DragProtocol
import DragSystem
import Testing

/// How items are put on offer.
@Suite struct OfferPublicationTests {
  private static let id = Identifier(high: 1, middle: 2, low: 3)

  private func item(_ contents: SourceContent...) -> SourceItem { item(contents) }

  private func item(_ contents: [SourceContent]) -> SourceItem {
    SourceItem(
      attributes: ItemAttributes(),
      representations: contents.map { Representation(type: MIMEType("a/b"), content: $0) })
  }

  private func file() throws -> SourceContent {
    .file(SharedDescriptor(try Memfd.create("item")))
  }

  private func bytes(_ count: Int) -> SourceContent { .data(Array(repeating: 0, count: count)) }

  /// Publishes without a failure; returns how many items each message has, and which of them say that there are more.
  private func publish(_ items: [SourceItem]) throws -> (counts: [Int], more: [Bool]) {
    var publication = OfferPublication(items, OfferOptions())
    var (counts, more): ([Int], [Bool]) = ([], [])
    while true {
      switch publication.step {
      case .offer(let items, let options):
        counts.append(items.count)
        more.append(options.more)
        publication.follow(.offered(Self.id))
      case .addItems(let items, let id, let isMore):
        #expect(id == Self.id)
        counts.append(items.count)
        more.append(isMore)
        publication.follow(.performed)
      case .withdraw:
        Issue.record("nothing has failed")
        publication.follow(.performed)
      case .end(let result):
        #expect(try result.get() == Self.id)
        return (counts, more)
      }
    }
  }

  @Test func `items go in as few messages as carry them`() throws {
    let files = try (0..<40).map { _ in item(try file()) }
    #expect(try publish(files).counts == [16, 16, 8])
    #expect(try publish(files).more == [true, true, false])
    #expect(try publish([]) == ([0], [false]))
    #expect(try publish((0..<600).map { _ in item(.lazy(size: nil)) }).counts == [256, 256, 88])
    let mebibytes = (0..<9).map { _ in item(bytes(1 << 20)) }
    #expect(try publish(mebibytes).counts == [4, 4, 1])
    // One item is never torn.
    #expect(
      try publish([item((0..<6).map { _ in bytes(1 << 20) }), item(bytes(1))]).counts == [1, 1])
    let sixteen = item(try (0..<16).map { _ in try file() })
    #expect(try publish([sixteen, sixteen]).counts == [1, 1])
  }

  @Test func `an item with more files than a message carries is refused by its number`() throws {
    let items = [item(bytes(1)), item(try (0..<17).map { _ in try file() })]
    guard case .end(.failure(let error)) = OfferPublication(items, OfferOptions()).step else {
      Issue.record("it was let through")
      return
    }
    #expect(error.code == .broker(.tooManyItems))
    #expect(error.message.contains("item 1") && error.message.contains("17"))
    #expect(error.message.contains("16"))
  }

  @Test(arguments: [ErrorCode.noSuchOffer, .accessDenied])
  func `a dragd that does not know what is replaced gets it as new`(code: ErrorCode) {
    var options = OfferOptions()
    options.replaces = Self.id
    var publication = OfferPublication([item(bytes(1))], options)
    publication.follow(.failed(RequestError(.broker(code), "")))
    guard case .offer(let items, let again) = publication.step else {
      Issue.record("it is not offered again: \(publication.step)")
      return
    }
    #expect(items.count == 1 && again.replaces == nil)
    // Once only.
    publication.follow(.failed(RequestError(.broker(code), "")))
    guard case .end(.failure(let error)) = publication.step else {
      Issue.record("it goes on: \(publication.step)")
      return
    }
    #expect(error.code == .broker(code))
  }

  @Test func `what could not be added to is withdrawn, and the failure is told`() throws {
    var publication = OfferPublication(
      try (0..<40).map { _ in item(try file()) }, OfferOptions())
    publication.follow(.offered(Self.id))
    publication.follow(.performed)
    publication.follow(.failed(RequestError(.broker(.quotaExceeded), "no room")))
    guard case .withdraw(Self.id) = publication.step else {
      Issue.record("it is not withdrawn: \(publication.step)")
      return
    }
    publication.follow(.performed)
    guard case .end(.failure(let error)) = publication.step else {
      Issue.record("it goes on: \(publication.step)")
      return
    }
    #expect(error.message == "no room")
  }
}
