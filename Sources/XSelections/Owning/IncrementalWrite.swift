internal import DisplaySelections

/// One conversion on its way to a requestor, as the owner sees it: ICCCM sections 2.2 and 2.7.2.
///
/// A slice is in memory from when it was read until it is written into the property. What the requestor does not
/// delete is in the server, and nothing more is read meanwhile.
struct IncrementalWrite {
  private enum State {
    /// `answer` or `refuse` has to come.
    case unanswered
    /// Bytes come until it is known whether one property holds them all; so many are here.
    case collecting(held: Int)
    /// Everything is in the property.
    case delivered
    /// The property says that chunks will come; so many bytes of the first are here.
    case announced(held: Int)
    /// The requestor waits for the next chunk, and its bytes are being read.
    case reading(held: Int)
    /// A chunk is in the property.
    case sent(isLast: Bool)
    case over
  }

  enum Action: Equatable {
    case none
    /// Wait for bytes of the content and read some, at most so many.
    case read(upTo: Int)
    /// Write what is here as the whole property, and tell the requestor.
    case deliver
    /// Say that chunks will come, of at least so many bytes together, and tell the requestor.
    case announce(UInt64)
    /// Write what is here as the next chunk.
    case send
    /// Write the empty chunk, and be done.
    case sendEnd(AnswerEnd)
    /// Tell the requestor that there is nothing. An end: of an answer that was given.
    case refuse(AnswerEnd?)
    case finish(AnswerEnd)
  }

  enum Waiting: Equatable {
    case answer
    case content
    case requestor
    case nobody
  }

  private static let beginning = 4_096

  private let slice: Int
  private var state = State.unanswered
  private var size: UInt64?
  /// Bytes of the content that were read.
  private(set) var read: UInt64 = 0

  init(slice: Int) {
    self.slice = slice
  }

  var waiting: Waiting {
    switch state {
    case .unanswered: .answer
    case .collecting, .reading: .content
    case .delivered, .announced, .sent: .requestor
    case .over: .nobody
    }
  }

  // MARK: Inputs

  mutating func answered(size: UInt64?) -> Action {
    switch state {
    case .unanswered:
      self.size = size
      state = .collecting(held: 0)
      return request(upTo: collected)
    case .collecting, .delivered, .announced, .reading, .sent, .over: return .none
    }
  }

  /// The answer is no.
  mutating func refused() -> Action {
    switch state {
    case .unanswered:
      state = .over
      return .refuse(nil)
    case .collecting, .delivered, .announced, .reading, .sent: return failed("it was broken off")
    case .over: return .none
    }
  }

  /// So many bytes more are here; `isEnd`: the content has no more.
  mutating func received(_ count: Int, isEnd: Bool) -> Action {
    read += UInt64(count)
    let isLast = isEnd || read == size
    if let size, isLast, read < size {
      return failed("the content ended after \(read) of \(size) bytes")
    }
    switch state {
    case .collecting(let held):
      if isLast {
        state = .delivered
        return .deliver
      }
      guard held + count >= collected else {
        state = .collecting(held: held + count)
        return request(upTo: collected - held - count)
      }
      state = .announced(held: held + count)
      return .announce(size ?? read)
    case .reading(let held):
      guard held + count > 0 else {
        state = .over
        return .sendEnd(.complete(bytes: read))
      }
      state = .sent(isLast: isLast)
      return .send
    case .unanswered, .delivered, .announced, .sent, .over: return .none
    }
  }

  /// The requestor has deleted the property.
  mutating func propertyDeleted() -> Action {
    switch state {
    case .announced(let held):
      guard held < slice else {
        state = .sent(isLast: false)
        return .send
      }
      state = .reading(held: held)
      return request(upTo: slice - held)
    case .sent(isLast: true):
      state = .over
      return .sendEnd(.complete(bytes: read))
    case .sent(isLast: false):
      state = .reading(held: 0)
      return request(upTo: slice)
    case .delivered:
      state = .over
      return .finish(.complete(bytes: read))
    case .unanswered, .collecting, .reading, .over: return .none
    }
  }

  mutating func requestorDied() -> Action {
    switch state {
    case .delivered:
      // Some programs read the property and leave without deleting it: they had everything.
      state = .over
      return .finish(.complete(bytes: read))
    case .unanswered, .collecting, .announced, .reading, .sent:
      state = .over
      return .finish(.failed("the requestor ended before it took everything"))
    case .over: return .none
    }
  }

  mutating func timeIsUp() -> Action {
    switch state {
    case .unanswered:
      state = .over
      return .refuse(nil)
    case .collecting, .reading: return failed("the content brought nothing in time")
    case .delivered, .announced, .sent:
      state = .over
      return .finish(.failed("the requestor took nothing in time"))
    case .over: return .none
    }
  }

  /// The content cannot be read, or is not wanted any more. A requestor that waits for chunks gets no end, for it would
  /// take half of the content for all of it; its own limit ends its wait.
  mutating func failed(_ reason: String) -> Action {
    switch state {
    case .unanswered, .collecting:
      state = .over
      return .refuse(.failed(reason))
    case .delivered, .announced, .reading, .sent:
      state = .over
      return .finish(.failed(reason))
    case .over: return .none
    }
  }

  // MARK: Steps

  /// What has to be here before chunks are announced: of content that is known to need them, enough to see that it
  /// can be read.
  private var collected: Int {
    guard let size else { return slice }
    return size > UInt64(slice) ? min(Self.beginning, slice) : Int(size)
  }

  private func request(upTo room: Int) -> Action {
    .read(upTo: size.map { Int(min(UInt64(room), $0 - read)) } ?? room)
  }
}
