internal import DisplaySelections

/// The requestor's side of one conversion: ICCCM sections 2.4 and 2.7.2.
///
/// Once the owner has written the property, the read does not need the owner until it deletes the property, which
/// requests the next chunk.
struct IncrementalRead {
  private enum State {
    /// The owner has not answered yet.
    case converting
    /// The server has not sent the part of the property yet.
    case fetching(offset: UInt32, isIncremental: Bool)
    /// The destination has not stored the part yet.
    case consuming(next: UInt32, count: Int, hasMore: Bool, isIncremental: Bool)
    /// The owner has not written the next chunk yet.
    case awaitingChunk
    case over
  }

  enum Action: Equatable {
    case none
    case fetch(offset: UInt32)
    /// Store the part, then call `consumed`.
    case consume
    /// Delete the property, which requests the next chunk of the owner.
    case requestChunk
    case end(ReadEnd)
  }

  /// The party that the read waits for.
  enum Waiting: Equatable {
    case owner
    case ownersNextChunk
    case server
    /// The destination has its own time limits.
    case destination
    case finished
  }

  /// The owner does not know that a read has ended, and may still write.
  enum Leftover: Equatable {
    case nothing
    /// The owner may still answer.
    case answer
    /// The owner has answered, perhaps with an announcement of chunks: it writes the first one as soon as the property
    /// is deleted.
    case property
    /// The owner writes the next chunk as soon as the property is deleted.
    case chunks
  }

  /// A part of the property.
  enum Part: Equatable {
    /// The property or the window does not exist, or the property is shorter than the offset.
    case missing
    /// The owner announces chunks.
    case incremental
    case data(type: Atom, count: Int, rest: UInt32)
  }

  private var state = State.converting
  private var ownerIsGone = false
  private var type: Atom?
  private(set) var bytes: UInt64 = 0

  var isOver: Bool { waiting == .finished }

  /// The owner's possible writes after the end.
  private(set) var leftover = Leftover.nothing

  var waiting: Waiting {
    switch state {
    case .converting: .owner
    case .awaitingChunk: .ownersNextChunk
    case .fetching: .server
    case .consuming: .destination
    case .over: .finished
    }
  }

  // MARK: Inputs

  /// The owner has answered.
  mutating func answered(hasProperty: Bool) -> Action {
    switch state {
    case .converting:
      guard hasProperty else {
        return end(.failed("the owner does not have this target"), leaving: .nothing)
      }
      state = .fetching(offset: 0, isIncremental: false)
      return .fetch(offset: 0)
    case .fetching, .consuming, .awaitingChunk, .over:
      // The owner answers twice.
      return .none
    }
  }

  /// The server has sent a part of the property.
  mutating func fetched(_ part: Part) -> Action {
    switch state {
    case .fetching(let offset, let isIncremental):
      switch part {
      case .missing:
        return end(
          .failed(
            offset == 0 && !isIncremental
              ? "the owner answered, but the property does not exist"
              : "the owner removed the property during the read"),
          leaving: isIncremental ? nil : .nothing)
      case .incremental:
        guard offset == 0, !isIncremental else {
          return end(.failed("the owner started again during the read"))
        }
        return requestChunk()
      case .data(let type, let count, let rest):
        guard self.type == nil || self.type == type else {
          return end(.failed("the owner changed the type during the read"))
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
      // No bytes mean the end of chunks, or empty content; after a part they mean neither.
      guard offset == 0, rest == 0 else {
        return end(.failed("the owner changed the property during the read"))
      }
      return end(.complete(bytes: bytes), leaving: .nothing)
    }
    let (next, isTooFar) = offset.addingReportingOverflow(UInt32(clamping: count))
    guard !isTooFar else { return end(.failed("the property is too large")) }
    state = .consuming(next: next, count: count, hasMore: rest > 0, isIncremental: isIncremental)
    return .consume
  }

  /// The destination has stored the part.
  mutating func consumed() -> Action {
    switch state {
    case .consuming(let next, let count, let hasMore, let isIncremental):
      bytes += UInt64(count)
      if hasMore {
        state = .fetching(offset: next, isIncremental: isIncremental)
        return .fetch(offset: next)
      }
      if isIncremental { return requestChunk() }
      return end(.complete(bytes: bytes))
    case .converting, .fetching, .awaitingChunk, .over: return .none
    }
  }

  /// The destination needs no more bytes.
  mutating func satisfied() -> Action {
    switch state {
    case .consuming(_, let count, _, _):
      bytes += UInt64(count)
      return end(.complete(bytes: bytes))
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
      return end(.failed("the owner overwrote a chunk that was not read yet"))
    case .converting, .fetching(_, isIncremental: false),
      .consuming(_, _, _, isIncremental: false), .over:
      // The first value; the owner's answer follows it.
      return .none
    }
  }

  /// The owner has ended.
  mutating func ownerDied() -> Action {
    switch state {
    case .converting, .awaitingChunk:
      return end(.failed("the owner ended before it gave everything"), leaving: .nothing)
    case .fetching, .consuming:
      ownerIsGone = true
      return .none
    case .over: return .none
    }
  }

  /// The selection has no owner.
  mutating func noOwner() -> Action {
    switch state {
    case .converting: return end(.failed("no program owns the selection"), leaving: .nothing)
    // The owner answered and then ended.
    case .fetching, .consuming, .awaitingChunk, .over: return .none
    }
  }

  /// The time limit of `waiting` has passed.
  mutating func timeIsUp() -> Action {
    switch state {
    case .converting: return end(.failed("the owner did not answer in time"))
    case .awaitingChunk:
      return end(.failed("the owner gave a part and did not continue in time"))
    case .fetching: return end(.failed("the X server did not answer in time"))
    case .consuming, .over: return .none
    }
  }

  /// The read cannot continue.
  mutating func failed(_ reason: String) -> Action {
    switch state {
    case .converting, .fetching, .consuming, .awaitingChunk: return end(.failed(reason))
    case .over: return .none
    }
  }

  mutating func cancelled() -> Action {
    switch state {
    case .converting, .fetching, .consuming, .awaitingChunk: return end(.cancelled)
    case .over: return .none
    }
  }

  // MARK: Steps

  private mutating func requestChunk() -> Action {
    guard !ownerIsGone else { return end(.failed("the owner ended before it gave everything")) }
    state = .awaitingChunk
    return .requestChunk
  }

  private mutating func end(_ end: ReadEnd, leaving leftover: Leftover? = nil) -> Action {
    self.leftover = leftover ?? present
    state = .over
    return .end(end)
  }

  /// The owner's possible writes if the read ended now.
  private var present: Leftover {
    if ownerIsGone { return .nothing }
    switch state {
    case .converting: return .answer
    case .awaitingChunk, .fetching(_, isIncremental: true),
      .consuming(_, _, _, isIncremental: true):
      return .chunks
    case .fetching(offset: 0, isIncremental: false): return .property
    case .fetching(_, isIncremental: false), .consuming(_, _, _, isIncremental: false), .over:
      return .nothing
    }
  }
}
