internal import ClipboardModel
internal import DBus

/// Calls that wait for their replies.
struct CallTable {
  private var calls: [CallNumber: (message: Message, kind: Kind)] = [:]
  private var made: UInt64 = 0

  /// The form of the reply.
  enum Kind {
    case empty
    case current
    case history
  }

  /// Calls that may wait at once.
  static let most = 1_024

  var isFull: Bool { calls.count >= Self.most }

  mutating func add(_ message: Message, _ kind: Kind) -> CallNumber {
    made += 1
    let number = CallNumber(made)
    calls[number] = (message, kind)
    return number
  }

  mutating func remove(_ number: CallNumber) -> (message: Message, kind: Kind)? {
    calls.removeValue(forKey: number)
  }
}
