internal import ClipboardModel
internal import DBus
internal import DragModel

/// Calls that wait for their replies.
struct CallTable {
  private var calls: [CallNumber: (message: Message, kind: Kind)] = [:]
  private var made: UInt64 = 0

  /// The form of the reply.
  enum Kind {
    case empty
    /// With the bytes of one of these types.
    case current(read: [MIMEType])
    case history

    var read: [MIMEType] {
      switch self {
      case .current(let types): types
      case .empty, .history: []
      }
    }
  }

  /// Calls that may wait at once: of all callers, and of one. A caller that exceeds its own limit delays no other.
  static let most = 1_024
  static let mostOfOne = 64

  var isEmpty: Bool { calls.isEmpty }
  var isFull: Bool { calls.count >= Self.most }

  func count(of sender: String?) -> Int {
    calls.values.count { $0.message.sender == sender }
  }

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
