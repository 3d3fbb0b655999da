internal import DisplaySelections

/// One conversion on its way in, as the requestor sees it: ICCCM sections 2.4 and 2.7.2.
///
/// The owner's part is over each time a property has landed. From then on its death harms nothing until the property
/// is deleted, which asks the owner for more.
struct IncrementalRead {
  private enum State {
    /// The owner has to answer.
    case converting
    /// The server has to give a part of the property.
    case fetching(offset: UInt32, isIncremental: Bool)
    /// A part is on its way to where it belongs.
    case consuming(next: UInt32, count: Int, hasMore: Bool, isIncremental: Bool)
    /// The owner has to bring the next chunk.
    case awaitingChunk
    case over
  }

  enum Action: Equatable {
    case none
    case fetch(offset: UInt32)
    /// Hand the part on, then call `consumed`.
    case consume
    /// Delete the property: it is the owner's turn.
    case requestChunk
    case finish(ReadEnd)
  }

  /// Who has to do something before it goes on.
  enum Waiting: Equatable {
    case owner
    case ownersNextChunk
    case server
    /// What the bytes go to, which has its own limits.
    case destination
    case nobody
  }

  /// An owner does not know that a read has ended.
  enum Leftover: Equatable {
    case nothing
    /// It may still answer.
    case answer
    /// It brings the next chunk as soon as the property is deleted.
    case chunks
  }

  /// What a part of the property is.
  enum Part: Equatable {
    /// There is none: the property or the window is gone, or shorter than the offset.
    case missing
    /// The owner announces chunks.
    case incremental
    case data(type: Atom, count: Int, rest: UInt32)
  }

  private var state = State.converting
  private var ownerIsGone = false
  private var type: Atom?
  private(set) var bytes: UInt64 = 0

  var isOver: Bool { waiting == .nobody }

  /// What the owner may still write, after the end.
  private(set) var leftover = Leftover.nothing

  var waiting: Waiting {
    switch state {
    case .converting: .owner
    case .awaitingChunk: .ownersNextChunk
    case .fetching: .server
    case .consuming: .destination
    case .over: .nobody
    }
  }

  // MARK: Inputs

  /// The owner has answered.
  mutating func answered(hasProperty: Bool) -> Action {
    switch state {
    case .converting:
      guard hasProperty else {
        return finish(.failed("the owner does not have this target"), leaving: .nothing)
      }
      state = .fetching(offset: 0, isIncremental: false)
      return .fetch(offset: 0)
    case .fetching, .consuming, .awaitingChunk, .over:
      // An owner that answers twice.
      return .none
    }
  }

  /// The server has given a part of the property.
  mutating func fetched(_ part: Part) -> Action {
    switch state {
    case .fetching(let offset, let isIncremental):
      switch part {
      case .missing:
        return finish(
          .failed(
            offset == 0 && !isIncremental
              ? "the owner said that it answered, and there is nothing"
              : "the owner removed the property while it was read"))
      case .incremental:
        guard offset == 0, !isIncremental else {
          return finish(.failed("the owner began again while it was read"))
        }
        return requestChunk()
      case .data(let type, let count, let rest):
        guard self.type == nil || self.type == type else {
          return finish(.failed("the owner changed the type while it was read"))
        }
        self.type = type
        return received(count, rest: rest, offset: offset, isIncremental: isIncremental)
      }
    case .converting, .consuming, .awaitingChunk, .over: return .none
    }
  }

  private mutating func received(
    _ count: Int, rest: UInt32, offset: UInt32, isIncremental: Bool
  ) -> Action {
    guard count > 0 else {
      // Nothing is the end of chunks, or empty content; after a part it is neither.
      guard offset == 0, rest == 0 else {
        return finish(.failed("the owner changed the property while it was read"))
      }
      return finish(.complete(bytes: bytes), leaving: .nothing)
    }
    let (next, isTooFar) = offset.addingReportingOverflow(UInt32(clamping: count))
    guard !isTooFar else { return finish(.failed("the property is too large")) }
    state = .consuming(next: next, count: count, hasMore: rest > 0, isIncremental: isIncremental)
    return .consume
  }

  /// The part has gone where it belongs.
  mutating func consumed() -> Action {
    switch state {
    case .consuming(let next, let count, let hasMore, let isIncremental):
      bytes += UInt64(count)
      if hasMore {
        state = .fetching(offset: next, isIncremental: isIncremental)
        return .fetch(offset: next)
      }
      if isIncremental { return requestChunk() }
      return finish(.complete(bytes: bytes))
    case .converting, .fetching, .awaitingChunk, .over: return .none
    }
  }

  /// Where the bytes go has enough: what is still to come is not wanted.
  mutating func satisfied() -> Action {
    switch state {
    case .consuming(_, let count, _, _):
      bytes += UInt64(count)
      return finish(.complete(bytes: bytes))
    case .converting, .fetching, .awaitingChunk, .over: return .none
    }
  }

  /// The property has a new value.
  mutating func propertyArrived() -> Action {
    switch state {
    case .awaitingChunk:
      state = .fetching(offset: 0, isIncremental: true)
      return .fetch(offset: 0)
    case .fetching(_, isIncremental: true), .consuming(_, _, _, isIncremental: true):
      return finish(.failed("the owner wrote over a chunk that was not read yet"))
    case .converting, .fetching(_, isIncremental: false),
      .consuming(_, _, _, isIncremental: false), .over:
      // The first value; the owner's answer follows it.
      return .none
    }
  }

  /// The owner has died, or has died before it was found.
  mutating func ownerDied() -> Action {
    switch state {
    case .converting, .awaitingChunk:
      return finish(.failed("the owner ended before it gave everything"), leaving: .nothing)
    case .fetching, .consuming:
      ownerIsGone = true
      return .none
    case .over: return .none
    }
  }

  /// There is no owner; the server answers that itself too.
  mutating func nobodyOwns() -> Action {
    switch state {
    case .converting: return finish(.failed("nobody owns the selection"), leaving: .nothing)
    // An owner that has answered and left.
    case .fetching, .consuming, .awaitingChunk, .over: return .none
    }
  }

  /// The limit of what is waited for has passed.
  mutating func timeIsUp() -> Action {
    switch state {
    case .converting: return finish(.failed("the owner did not answer in time"))
    case .awaitingChunk: return finish(.failed("the owner gave a part and did not go on in time"))
    case .fetching: return finish(.failed("the X server did not answer in time"))
    case .consuming, .over: return .none
    }
  }

  /// It cannot go on, whatever it waits for.
  mutating func failed(_ reason: String) -> Action {
    switch state {
    case .converting, .fetching, .consuming, .awaitingChunk: return finish(.failed(reason))
    case .over: return .none
    }
  }

  mutating func cancelled() -> Action {
    switch state {
    case .converting, .fetching, .consuming, .awaitingChunk: return finish(.cancelled)
    case .over: return .none
    }
  }

  // MARK: Steps

  private mutating func requestChunk() -> Action {
    guard !ownerIsGone else { return finish(.failed("the owner ended before it gave everything")) }
    state = .awaitingChunk
    return .requestChunk
  }

  private mutating func finish(_ end: ReadEnd, leaving leftover: Leftover? = nil) -> Action {
    self.leftover = leftover ?? present
    state = .over
    return .finish(end)
  }

  /// What the owner would still write if it ended now.
  private var present: Leftover {
    if ownerIsGone { return .nothing }
    switch state {
    case .converting: return .answer
    case .awaitingChunk, .fetching(_, isIncremental: true),
      .consuming(_, _, _, isIncremental: true):
      return .chunks
    case .fetching(_, isIncremental: false), .consuming(_, _, _, isIncremental: false), .over:
      return .nothing
    }
  }
}
