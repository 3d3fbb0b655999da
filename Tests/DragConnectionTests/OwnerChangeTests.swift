import Testing

@testable import DragConnection

@Suite struct OwnerChangeTests {
  /// The owners that a client learns of from signals, while it knows `owner` from a reply.
  private func news(_ changes: [(String, String)], knowing owner: String?) -> [String?] {
    var owner = owner
    var news: [String?] = []
    for (old, new) in changes {
      let change = OwnerChange(old: old, new: new)
      guard change.concerns(owner) else { continue }
      owner = change.new
      news.append(owner)
    }
    return news
  }

  @Test func `a dragd that ends and one that comes are news`() {
    #expect(news([(":1", ""), ("", ":2"), (":2", ":3")], knowing: ":1") == [nil, ":2", ":3"])
    #expect(news([("", ":1")], knowing: nil) == [":1"])
    #expect(news([(":1", "")], knowing: nil) == [])
  }

  @Test func `what was before the dragd that replied is none`() {
    let past = [("", ":1"), (":1", ""), ("", ":2"), (":2", ""), ("", ":3")]
    #expect(news(past, knowing: ":3") == [])
    #expect(news(past + [(":3", ""), ("", ":4")], knowing: ":3") == [nil, ":4"])
  }
}
