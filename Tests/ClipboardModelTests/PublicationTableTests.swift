import DragModel
import Testing

@testable import ClipboardModel

/// Every state of a publication with every input.
@Suite struct PublicationTableTests {
  static let offer = Identifier(high: 1, middle: 0, low: 0)
  static let other = Identifier(high: 2, middle: 0, low: 0)

  enum State: String, CaseIterable, Sendable {
    case unpublished, publishing, published, ending, ended

    var publication: Publication {
      var publication = Publication()
      switch self {
      case .unpublished: break
      case .publishing: _ = publication.request()
      case .published:
        _ = publication.request()
        _ = publication.published(offer)
      case .ending:
        _ = publication.request()
        _ = publication.end()
      case .ended: _ = publication.end()
      }
      return publication
    }
  }

  enum Input: CaseIterable, Sendable {
    case request, published, failed, adopt, released, brokerLeft, end
  }

  /// The state that follows, and what is to be done: `-` for nothing.
  static let table: [State: [(Input, String)]] = [
    .unpublished: [
      (.request, "publishing publish"), (.published, "unpublished withdraw"),
      (.failed, "unpublished -"), (.adopt, "published -"), (.released, "unpublished -"),
      (.brokerLeft, "unpublished -"), (.end, "ended -"),
    ],
    .publishing: [
      (.request, "publishing wait"), (.published, "published -"), (.failed, "unpublished -"),
      (.adopt, "publishing -"), (.released, "publishing -"), (.brokerLeft, "unpublished -"),
      (.end, "ending -"),
    ],
    .published: [
      (.request, "published use"), (.published, "published withdraw"), (.failed, "published -"),
      (.adopt, "published -"), (.released, "unpublished -"), (.brokerLeft, "unpublished -"),
      (.end, "ended withdraw"),
    ],
    .ending: [
      (.request, "ending fail"), (.published, "ended withdraw"), (.failed, "ended -"),
      (.adopt, "ending -"), (.released, "ending -"), (.brokerLeft, "ended -"),
      (.end, "ending -"),
    ],
    .ended: [
      (.request, "ended fail"), (.published, "ended withdraw"), (.failed, "ended -"),
      (.adopt, "ended -"), (.released, "ended -"), (.brokerLeft, "ended -"), (.end, "ended -"),
    ],
  ]

  @Test(arguments: State.allCases)
  func `every input leads where the table says`(_ state: State) throws {
    let rows = try #require(Self.table[state])
    #expect(rows.count == Input.allCases.count)
    for (input, expected) in rows {
      var publication = state.publication
      let action = Self.perform(input, on: &publication)
      #expect("\(Self.name(of: publication)) \(action)" == expected, "\(state) \(input)")
    }
  }

  private static func perform(_ input: Input, on publication: inout Publication) -> String {
    switch input {
    case .request:
      switch publication.request() {
      case .publish: return "publish"
      case .wait: return "wait"
      case .use: return "use"
      case .fail: return "fail"
      }
    case .published: return publication.published(other) == nil ? "-" : "withdraw"
    case .failed: publication.failed()
    case .adopt: publication.adopt(other)
    case .released: publication.released()
    case .brokerLeft: publication.brokerLeft()
    case .end: return publication.end() == nil ? "-" : "withdraw"
    }
    return "-"
  }

  /// The state of a publication, by what it does next.
  private static func name(of publication: Publication) -> State {
    if publication.offer != nil { return .published }
    var probe = publication
    switch (probe.request(), publication.isUnderway) {
    case (.publish, _): return .unpublished
    case (.wait, _): return .publishing
    case (.use, _): return .published
    case (.fail, true): return .ending
    case (.fail, false): return .ended
    }
  }
}
