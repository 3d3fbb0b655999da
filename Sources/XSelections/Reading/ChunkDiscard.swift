/// Deletes unread what an owner still writes for a read that has ended.
///
/// An owner whose transfer is abandoned may block (xclip) or crash. So this deletes the rest: without a time limit,
/// because no read waits for it, and at most `mostChunks` chunks.
struct ChunkDiscard {
  private enum State {
    /// The owner may answer.
    case answer
    /// The owner may write a chunk.
    case chunk
    /// The server has not reported the property yet.
    case looking(isIncremental: Bool)
    case over
  }

  enum Action: Equatable {
    case none
    /// Read the property's type and size, without its content.
    case look
    /// Delete the property, which asks for the next chunk.
    case delete
    /// Delete the property; the owner has nothing more to write.
    case end
  }

  /// Four gigabytes in usual chunks. Further ones are not deleted.
  private static let mostChunks = 16_384

  private var state: State
  private var chunks = 0

  /// Nil if the owner writes nothing more.
  init?(_ leftover: IncrementalRead.Leftover) {
    switch leftover {
    case .nothing: return nil
    case .answer, .property: state = .answer
    case .chunks: state = .chunk
    }
  }

  mutating func answered(hasProperty: Bool) -> Action {
    switch state {
    case .answer:
      guard hasProperty else { return end() }
      state = .looking(isIncremental: false)
      return .look
    case .chunk, .looking, .over: return .none
    }
  }

  mutating func propertyArrived() -> Action {
    switch state {
    case .chunk:
      state = .looking(isIncremental: true)
      return .look
    case .answer, .looking, .over: return .none
    }
  }

  mutating func looked(_ part: IncrementalRead.Part) -> Action {
    switch state {
    case .looking(let isIncremental):
      switch part {
      case .missing: return end()
      case .data(_, _, let rest) where rest == 0 || !isIncremental: return end()
      case .incremental, .data:
        chunks += 1
        guard chunks < Self.mostChunks else {
          state = .over
          return .none
        }
        state = .chunk
        return .delete
      }
    case .answer, .chunk, .over: return .none
    }
  }

  mutating func ownerDied() -> Action {
    switch state {
    case .answer, .chunk, .looking: return end()
    case .over: return .none
    }
  }

  private mutating func end() -> Action {
    state = .over
    return .end
  }
}
