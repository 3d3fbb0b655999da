internal import DragModel

/// What an offer of dragclip's own stands for.
package enum PublicationKind: Hashable, Sendable {
  /// A program's content, read when a destination accepts it.
  case lazy
  /// What was read of it before.
  case held
  /// What a program that pastes gets in place of the offer that is on the clipboard.
  case relay
}

/// An offer of dragclip's own, which is published when it is wanted.
struct Publication: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case unpublished
    case publishing
    case published(Identifier)
    /// Ended while it was being published.
    case unwanted
    case over
  }

  enum Action: Hashable, Sendable {
    case publish
    case wait
    case use(Identifier)
    case fail
  }

  private var state = State.unpublished
  /// What was published when dragd left: a dragd that has come back may have it again.
  private(set) var former: Identifier?

  var offer: Identifier? {
    switch state {
    case .published(let offer): offer
    case .unpublished, .publishing, .unwanted, .over: nil
    }
  }

  var isUnderway: Bool {
    switch state {
    case .publishing, .unwanted: true
    case .unpublished, .published, .over: false
    }
  }

  mutating func want() -> Action {
    switch state {
    case .unpublished:
      state = .publishing
      return .publish
    case .publishing: return .wait
    case .published(let offer): return .use(offer)
    case .unwanted, .over: return .fail
    }
  }

  /// - Returns: the offer where nobody wants it any more: it is to be withdrawn.
  mutating func published(_ offer: Identifier) -> Identifier? {
    switch state {
    case .publishing:
      state = .published(offer)
      return nil
    case .unwanted:
      state = .over
      return offer
    // dragd left meanwhile, and what it says now is of no use.
    case .unpublished, .published, .over: return offer
    }
  }

  mutating func failed() {
    switch state {
    case .publishing: state = .unpublished
    case .unwanted: state = .over
    case .unpublished, .published, .over: break
    }
  }

  /// An earlier dragclip published it.
  mutating func adopt(_ offer: Identifier) {
    switch state {
    case .unpublished: state = .published(offer)
    case .publishing, .published, .unwanted, .over: break
    }
  }

  /// dragd has ended the offer.
  mutating func released() {
    switch state {
    case .published: state = .unpublished
    case .unpublished, .publishing, .unwanted, .over: break
    }
  }

  /// dragd has left, and its offers with it.
  mutating func brokerLeft() {
    switch state {
    case .published(let offer):
      state = .unpublished
      former = offer
    case .publishing: state = .unpublished
    case .unwanted: state = .over
    case .unpublished, .over: break
    }
  }

  /// Nobody wants it any more.
  /// - Returns: the offer that is to be withdrawn.
  mutating func end() -> Identifier? {
    switch state {
    case .published(let offer):
      state = .over
      return offer
    case .publishing:
      state = .unwanted
      return nil
    case .unpublished:
      state = .over
      return nil
    case .unwanted, .over: return nil
    }
  }
}
