import DragModel
import DragProtocol
import Testing

/// A message has room for millions of representations: what is done for each must not grow with their number.
@Suite struct ManyTypesTests {
  /// Others wait while an item is read.
  @Test func `an item has at most 1,024 representations, of which none comes twice`() throws {
    func offer(_ numbers: [Int]) throws -> OfferCall {
      let representations = numbers.map { [("type", Raw.string("a/\($0)"))] }
      return try ItemTests.offer(
        [RawItem(representations: representations)], [("source", .path("/source"))])
    }
    let read = try offer(Array(1...1_024))
    #expect(read.items.first?.representations.count == 1_024)
    #expect(read.items.first?.representations.last?.type == MIMEType("a/1024"))
    let twice = rejection { try offer(Array(1...1_023) + [1]) }
    #expect(twice?.message.contains("item 0 has “a/1” twice") == true)
    let refused = rejection { try offer(Array(1...1_025)) }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message == "item 0 has more than 1024 representations")
  }

  @Test func `patterns are read a few at a time`() throws {
    let sent = (0..<40).map { "a/\($0)" } + ["", "ä/ü"]
    var reader = try FindCall.patterns(of: try call(.strings(sent), .dictionary([])))
    var (read, parts): ([String], [Int]) = ([], [])
    var hasMore = true
    while hasMore {
      hasMore = try reader.next(16) { text throws(Rejection) in read.append(String(checked: text)) }
      parts.append(read.count)
    }
    #expect(read == sent && parts == [16, 32, 42])
    var none = try FindCall.patterns(of: try call(.strings([]), .dictionary([])))
    #expect(try !none.next(16) { _ throws(Rejection) in read = [] })
    #expect(!read.isEmpty)
  }

  @Test func `of a million patterns only as many are read as a call may have`() throws {
    let patterns = Array(repeating: "*/*", count: 1_000_000)
    var reader = try FindCall.patterns(of: try call(.strings(patterns), .dictionary([])))
    var read = 0
    let refused = rejection { while try reader.next(16, { _ throws(Rejection) in read += 1 }) {} }
    #expect(refused?.code == .invalidArguments)
    #expect(refused?.message == "types has more than 1024 patterns: name fewer")
    #expect(read == 1_024)
  }
}
