internal import DragModel

/// The content of one of dragclip's own offers.
package enum PublicationKind: Hashable, Sendable {
  /// A program's content, read when a destination accepts it.
  case lazy
  /// The types of a content that were read ahead.
  case held
  /// The content that dragclip owns, for programs that request an offer's path; it ends with the ownership.
  case relay
}

/// One of dragclip's own offers, published on request.
struct Publication: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case unpublished
    case publishing
    case published(Identifier)
    /// Ended while dragd's answer is outstanding.
    case ending
    case ended
  }

  enum Action: Hashable, Sendable {
    case publish
    case wait
    case use(Identifier)
    case fail
  }

  private var state = State.unpublished
  /// The offer that existed when dragd ended: a restarted dragd may have it again.
  private(set) var former: Identifier?

  var offer: Identifier? {
    switch state {
    case .published(let offer): offer
    case .unpublished, .publishing, .ending, .ended: nil
    }
  }

  /// The offer that dragd may have: a restarted one has those that outlived the one before.
  var known: Identifier? { offer ?? former }

  var isUnderway: Bool {
    switch state {
    case .publishing, .ending: true
    case .unpublished, .published, .ended: false
    }
  }

  mutating func request() -> Action {
    switch state {
    case .unpublished:
      state = .publishing
      return .publish
    case .publishing: return .wait
    case .published(let offer): return .use(offer)
    case .ending, .ended: return .fail
    }
  }

  /// - Returns: the offer if it has ended meanwhile and must be withdrawn.
  mutating func published(_ offer: Identifier) -> Identifier? {
    switch state {
    case .publishing:
      state = .published(offer)
      former = nil
      return nil
    case .ending:
      state = .ended
      return offer
    // dragd left meanwhile, so its late answer is of no use.
    case .unpublished, .published, .ended: return offer
    }
  }

  mutating func failed() {
    switch state {
    case .publishing: state = .unpublished
    case .ending: state = .ended
    case .unpublished, .published, .ended: break
    }
  }

  /// An earlier dragclip published it.
  mutating func adopt(_ offer: Identifier) {
    switch state {
    case .unpublished: state = .published(offer)
    case .publishing, .published, .ending, .ended: break
    }
  }

  /// dragd has ended the offer.
  mutating func released() {
    switch state {
    case .published: state = .unpublished
    case .unpublished, .publishing, .ending, .ended: break
    }
  }

  /// dragd has left and its offers with it.
  mutating func brokerLeft() {
    switch state {
    case .published(let offer):
      state = .unpublished
      former = offer
    case .publishing: state = .unpublished
    case .ending: state = .ended
    case .unpublished, .ended: break
    }
  }

  /// Lets the content be published again although an offer of it has ended.
  mutating func reopen() {
    switch state {
    case .ended: state = .unpublished
    case .unpublished, .publishing, .published, .ending: break
    }
  }

  /// Ends the offer for good.
  /// - Returns: the offer, which the caller withdraws or retires.
  mutating func end() -> Identifier? {
    switch state {
    case .published(let offer):
      state = .ended
      return offer
    case .publishing:
      state = .ending
      return nil
    case .unpublished:
      state = .ended
      return nil
    case .ending, .ended: return nil
    }
  }
}
