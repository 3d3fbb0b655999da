internal import DisplaySelections

/// The owner's side of one conversion: ICCCM sections 2.2 and 2.7.2.
///
/// At most a slice is in memory, from its read until it is written into the property. While a chunk is in the property,
/// the owner reads the next one, but no more: then the requestor need not wait for the content.
struct IncrementalWrite {
  private enum State {
    /// The program has not called `answer` or `refuse` yet.
    case unanswered
    /// Reads until it is known whether one property can have all bytes; `buffered` were read.
    case collecting(buffered: Int)
    /// The property has everything.
    case delivered
    /// The property announces chunks; `buffered` bytes of the first were read.
    case announced(buffered: Int)
    /// The requestor waits for the next chunk, whose bytes are being read.
    case reading(buffered: Int)
    /// A chunk is in the property.
    case sent(next: NextChunk)
    case over
  }

  private enum NextChunk {
    case none
    case unread
    case reading
    case read(isLast: Bool)
  }

  enum Action: Equatable {
    case none
    /// Wait for bytes of the content and read some, at most this many.
    case read(upTo: Int)
    /// Write the buffer as the whole content, and tell the requestor.
    case deliver
    /// Announce chunks of at least this many bytes in all, and tell the requestor.
    case announce(UInt64)
    /// Write the buffer as the next chunk, and then read so much of the chunk after it.
    case send(thenRead: Int?)
    /// Nothing, but the requestor now waits for bytes that are being read already.
    case waitForContent
    /// Write the empty chunk, which ends the conversion.
    case sendEnd(AnswerEnd)
    /// Tell the requestor that there is no content. The end is that of an answer, if there was one.
    case refuse(AnswerEnd?)
    case end(AnswerEnd)
  }

  /// The party that the conversion waits for.
  enum Waiting: Equatable {
    case answer
    case content
    case requestor
    case finished
  }

  private static let firstBytes = 4_096
  /// A stream may be slow, and its requestor waits for the first answer.
  private static let mostCollected = 256 << 10

  /// The most bytes that may be in memory. It may change between two inputs.
  var slice: Int
  /// Whether there is memory for a chunk that is read while another is in the property. It may change likewise.
  var readsAhead = false
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
    case .over: .finished
    }
  }

  /// Whether the requestor has been told of chunks, and has not got the last one.
  var isChunked: Bool {
    switch state {
    case .announced, .reading, .sent: true
    case .unanswered, .collecting, .delivered, .over: false
    }
  }

  // MARK: Inputs

  mutating func answered(size: UInt64?) -> Action {
    switch state {
    case .unanswered:
      self.size = size
      state = .collecting(buffered: 0)
      return .read(upTo: atMost(neededBytes))
    case .collecting, .delivered, .announced, .reading, .sent, .over: return .none
    }
  }

  /// The program refuses the request.
  mutating func refused() -> Action {
    switch state {
    case .unanswered:
      state = .over
      return .refuse(nil)
    case .collecting, .delivered, .announced, .reading, .sent:
      return failed(AnswerEnd.cancellation, isOfContent: false)
    case .over: return .none
    }
  }

  /// The read has given `count` bytes; `isEnd`: the content has no more.
  mutating func received(_ count: Int, isEnd: Bool) -> Action {
    read += UInt64(count)
    let isLast = isEnd || read == size
    if let size, isLast, read < size {
      return failed("the content ended after \(read) of \(size) bytes")
    }
    switch state {
    case .collecting(let buffered):
      if isLast {
        state = .delivered
        return .deliver
      }
      guard buffered + count >= neededBytes else {
        state = .collecting(buffered: buffered + count)
        return .read(upTo: atMost(neededBytes - buffered - count))
      }
      state = .announced(buffered: buffered + count)
      return .announce(size ?? read)
    case .reading(let buffered):
      guard buffered + count > 0 else {
        state = .over
        return .sendEnd(.complete(bytes: read))
      }
      return send(isLast: isLast)
    case .sent(next: .reading):
      state = .sent(next: count > 0 ? .read(isLast: isLast) : .none)
      return .none
    case .unanswered, .delivered, .announced, .sent, .over: return .none
    }
  }

  /// The requestor has deleted the property.
  mutating func propertyDeleted() -> Action {
    switch state {
    case .announced(let buffered):
      guard buffered < slice else { return send(isLast: false) }
      state = .reading(buffered: buffered)
      return .read(upTo: atMost(slice - buffered))
    case .sent(next: .none):
      state = .over
      return .sendEnd(.complete(bytes: read))
    case .sent(next: .unread):
      state = .reading(buffered: 0)
      return .read(upTo: atMost(slice))
    case .sent(next: .reading):
      state = .reading(buffered: 0)
      return .waitForContent
    case .sent(next: .read(let isLast)): return send(isLast: isLast)
    case .delivered:
      state = .over
      return .end(.complete(bytes: read))
    case .unanswered, .collecting, .reading, .over: return .none
    }
  }

  mutating func requestorDied() -> Action {
    switch state {
    case .delivered:
      // Some programs read the property and end without deleting it, so they may have everything.
      state = .over
      return .end(.complete(bytes: read))
    case .unanswered, .collecting, .announced, .reading, .sent:
      state = .over
      return .end(.failed("the requestor ended before it had everything"))
    case .over: return .none
    }
  }

  mutating func timeIsUp() -> Action {
    switch state {
    case .unanswered:
      state = .over
      return .refuse(nil)
    case .collecting, .reading: return failed("the content had no bytes in time")
    case .delivered, .announced, .sent:
      state = .over
      return .end(.failed("the requestor took nothing in time"))
    case .over: return .none
    }
  }

  /// The content cannot be read, or the owner cancels. A requestor that waits for chunks gets no empty chunk now,
  /// because it would take a part of the content for the whole; see `LateEnds`.
  ///
  /// - Parameter isOfContent: whether the content is the reason.
  mutating func failed(_ reason: String, isOfContent: Bool = true) -> Action {
    switch state {
    case .unanswered, .collecting:
      state = .over
      return .refuse(.failed(reason))
    case .delivered:
      state = .over
      return .end(.failed(reason))
    case .announced, .reading, .sent:
      state = .over
      return .end(isOfContent ? .cut(reason) : .failed(reason))
    case .over: return .none
    }
  }

  // MARK: Steps

  /// The bytes to read before chunks are announced. For content that is known to need chunks, a few bytes show that it
  /// can be read.
  private var neededBytes: Int {
    guard let size else { return min(slice, Self.mostCollected) }
    return size > UInt64(slice) ? min(Self.firstBytes, slice) : Int(size)
  }

  private mutating func send(isLast: Bool) -> Action {
    guard !isLast else {
      state = .sent(next: .none)
      return .send(thenRead: nil)
    }
    state = .sent(next: readsAhead ? .reading : .unread)
    return .send(thenRead: readsAhead ? atMost(slice) : nil)
  }

  /// The bytes that are left, but no more than there is room for.
  private func atMost(_ room: Int) -> Int {
    size.map { Int(min(UInt64(room), $0 - read)) } ?? room
  }
}
