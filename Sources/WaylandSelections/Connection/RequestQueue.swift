/// The room that a request needs in libwayland's buffers.
struct RequestCost: Equatable {
  var bytes: Int
  var descriptors: Int

  /// A header and `count` words.
  static func words(_ count: Int) -> RequestCost {
    RequestCost(bytes: 8 + 4 * count, descriptors: 0)
  }

  /// A header and a string, which is sent with its length and a NUL, in whole words.
  static func string(_ text: String, descriptors: Int = 0) -> RequestCost {
    RequestCost(bytes: 12 + (text.utf8.count + 4) / 4 * 4, descriptors: descriptors)
  }
}

/// The room in libwayland's buffers that requests use which the socket has not accepted.
///
/// A request without room makes libwayland flush. If the socket accepts nothing, as with a stopped compositor, that
/// ends the connection (EAGAIN). So the connection sends no request without room.
struct OutputBudget {
  /// wl_connection's ring buffer has 4,096 bytes (libwayland up to 1.22; later ones grow), and a message may have no
  /// more.
  static let capacity = RequestCost(bytes: 4_096, descriptors: 28)

  private var used = RequestCost(bytes: 0, descriptors: 0)

  func hasRoom(for cost: RequestCost) -> Bool {
    used.bytes + cost.bytes <= Self.capacity.bytes
      && used.descriptors + cost.descriptors <= Self.capacity.descriptors
  }

  mutating func charge(_ cost: RequestCost) {
    used.bytes += cost.bytes
    used.descriptors += cost.descriptors
  }

  /// The socket has accepted everything.
  mutating func flushed() {
    used = RequestCost(bytes: 0, descriptors: 0)
  }
}

/// Identifies waiting requests that are withdrawn together.
final class RequestGroup {}

/// Requests that wait for room, in their order.
struct RequestQueue {
  struct Entry {
    var cost: RequestCost
    var group: RequestGroup?
    var send: () -> Void
  }

  /// Enough for the longest lists of two selections. Only a compositor that sends and does not read makes more wait.
  static let limit = 8_192

  private var entries: ArraySlice<Entry> = []

  var isFull: Bool { entries.count >= Self.limit }
  var firstCost: RequestCost? { entries.first?.cost }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
  }

  mutating func removeFirst() -> Entry? {
    let entry = entries.popFirst()
    // The slice would keep the memory of all earlier entries.
    if entries.isEmpty { entries = [] }
    return entry
  }

  mutating func withdraw(_ group: RequestGroup) {
    guard entries.contains(where: { $0.group === group }) else { return }
    entries = ArraySlice(entries.filter { $0.group !== group })
  }

  mutating func removeAll() {
    entries = []
  }
}
