internal import DragModel

/// The reading of a content's `ReadAheadList`, before any program pastes.
struct ReadAhead: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    /// Read-ahead is switched off, or the content must not be kept.
    case off
    case due(at: UInt64)
    case running
    case done
  }

  private var state: State
  private var rest: [ImportedType]
  private(set) var read: [KeptType] = []
  /// Whether the content is a single word, in types that a password manager may copy.
  private(set) var isSingleWord = false
  private let mayBePassword: Bool
  /// Bytes that may still be read.
  private(set) var room: UInt64

  init(_ types: ImportedTypes, room: UInt64, at due: UInt64?) {
    self.room = room
    // File managers and browsers copy the address of a file or of a picture too, often without a space.
    mayBePassword = !types.types.contains { type in
      TargetNames.copiedFiles.contains(type.target) || type.type.essence == TargetNames.uriList
        || type.type.type == "image"
    }
    if let due {
      rest = ReadAheadList.choose(from: types)
      state = rest.isEmpty ? .off : .due(at: due)
    } else {
      rest = []
      state = .off
    }
  }

  var deadline: UInt64? {
    switch state {
    case .due(let time): time
    case .off, .running, .done: nil
    }
  }

  var isRunning: Bool { state == .running }
  var isDone: Bool { state == .done }

  /// Starts if it is due.
  mutating func timePassed(_ now: UInt64) {
    switch state {
    case .due(let time): if now >= time { state = .running }
    case .off, .running, .done: break
    }
  }

  /// Starts now, because the owner is about to leave and has asked for it.
  mutating func startNow() {
    switch state {
    case .due: state = .running
    case .off, .running, .done: break
    }
  }

  var next: ReadPurpose? {
    switch state {
    case .running: rest.first.map(ReadPurpose.keep)
    case .off, .due, .done: nil
    }
  }

  mutating func read(_ type: ImportedType, _ number: ReadNumber, _ outcome: ReadOutcome) {
    guard let index = rest.firstIndex(of: type) else { return }
    rest.remove(at: index)
    switch outcome {
    case .complete(let size, let start, let fingerprint):
      room -= min(room, size)
      read.append(
        KeptType(imported: type, read: number, size: size, fingerprint: fingerprint))
      if type.type == .utf8Text || type.type.essence == "text/plain" {
        isSingleWord = mayBePassword && Self.isSingleWord(start, size)
      }
    case .failed: break
    }
    if rest.isEmpty { state = .done }
  }

  /// The owner has left, so the rest cannot be read.
  mutating func ownerLeft() {
    rest = []
    switch state {
    case .running: state = .done
    case .due: state = .off
    case .off, .done: break
    }
  }

  /// The content must not be kept. Returns the types that have been read.
  mutating func stop() -> [KeptType] {
    state = .off
    rest = []
    defer { read = [] }
    return read
  }

  private static func isSingleWord(_ start: [UInt8], _ size: UInt64) -> Bool {
    guard size > 0, size <= 128 else { return false }
    return !start.contains { [9, 10, 11, 12, 13, 32].contains($0) }
  }
}
