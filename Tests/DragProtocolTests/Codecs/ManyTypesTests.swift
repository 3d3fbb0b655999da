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
