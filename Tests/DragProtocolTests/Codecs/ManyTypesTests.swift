import DragModel
import DragProtocol
import Testing

/// A message has room for millions of representations: what is done for each must not grow with their number.
@Suite struct ManyTypesTests {
  @Test func `an item of very many types is read, and the one that it has twice found`() throws {
    var representations: [[(String, Raw)]] = (0..<100_000).map { number in
      [("type", .string("a/\(number)"))]
    }
    let read = try ItemTests.offer(
      [RawItem(representations: representations)], [("source", .path("/source"))])
    #expect(read.items.first?.representations.count == 100_000)
    #expect(read.items.first?.representations.last?.type == MIMEType("a/99999"))

    representations.append([("type", .string("a/0"))])
    let refused = rejection {
      try ItemTests.offer(
        [RawItem(representations: representations)], [("source", .path("/source"))])
    }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message.contains("item 0 has “a/0” twice") == true)
  }
}
