/// What a request takes of libwayland's buffers.
struct RequestCost: Equatable {
  var bytes: Int
  var descriptors: Int

  /// A header and so many words.
  static func words(_ count: Int) -> RequestCost {
    RequestCost(bytes: 8 + 4 * count, descriptors: 0)
  }

  /// A header and a string, which is sent with its length and a NUL, in whole words.
  static func string(_ text: String, descriptors: Int = 0) -> RequestCost {
    RequestCost(bytes: 12 + (text.utf8.count + 4) / 4 * 4, descriptors: descriptors)
  }
}

/// How much of libwayland's buffers is taken by what the socket has not.
///
/// A request that finds no room has libwayland flush; where the socket takes nothing either, as with a stopped
/// compositor, that is the end of the connection (EAGAIN). So nothing is requested without room.
struct OutputBudget {
  /// wl_connection's ring buffer has 4,096 bytes (libwayland up to 1.22; later ones grow), and as many are the most
  /// that a message may have.
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

  /// The socket has taken everything.
  mutating func flushed() {
    used = RequestCost(bytes: 0, descriptors: 0)
  }
}

/// What requests have in common that are withdrawn together, as long as they wait.
final class RequestGroup {}

/// Requests that wait for room, in their order.
struct RequestQueue {
  struct Entry {
    var cost: RequestCost
    var group: RequestGroup?
    var send: () -> Void
  }

  /// More wait only for a compositor that sends and does not read: two selections' longest lists fit in.
  static let limit = 8_192

  private var entries: ArraySlice<Entry> = []

  var isFull: Bool { entries.count >= Self.limit }
  var firstCost: RequestCost? { entries.first?.cost }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
  }

  mutating func removeFirst() -> Entry? {
    let entry = entries.popFirst()
    // The slice would keep the room of all that has gone before.
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
