internal import DragSystem

/// A queue that serves several senders in turn and keeps the order of each sender's messages.
///
/// In each turn a sender gets the same credit, and pays for a message by its length and by the time that it took to
/// serve (deficit round robin): neither many, nor long, nor slow messages of one sender keep the others waiting. A
/// sender that had nothing in the queue goes first while it has credit (as in FQ-CoDel, RFC 8290): a caller that waits
/// for each answer is not delayed by a flood, from however many connections the flood comes.
package struct TurnQueue<Element> {
  /// The credit that a sender gets in each turn.
  package static var quantum: Int { 16_384 }
  /// The lowest credit is minus this, so that every sender gets another turn in a bounded time.
  package static var maxDebt: Int { 64 * quantum }

  private enum List {
    case arriving, turns
  }

  private struct SenderQueue {
    /// The rest of the message that was served in part; it comes before all others.
    var rest: (element: Element, bytes: Int)?
    var entries = Queue<(element: Element, bytes: Int)>()
    var bytes = 0
    var credit = TurnQueue.quantum
    var isArriving = false
    var isInTurns = false

    var count: Int { entries.count + (rest == nil ? 0 : 1) }
    var first: (element: Element, bytes: Int)? { rest ?? entries.first }

    /// - Returns: the list that the sender joins; nil if it is where it belongs.
    mutating func append(_ element: Element, _ length: Int, isQuick: Bool) -> List? {
      let comesFirst = isQuick && count == 0 && credit > 0 && !isArriving
      entries.append((element, length))
      bytes += length
      if comesFirst {
        isArriving = true
        return .arriving
      }
      guard !isArriving, !isInTurns else { return nil }
      isInTurns = true
      return .turns
    }

    mutating func popFirst() -> (element: Element, bytes: Int)? {
      guard let rest else { return entries.popFirst() }
      self.rest = nil
      return rest
    }
  }

  /// Senders whose only message has just arrived and that have credit left. Each sender is here or in `turns`, or both.
  private var arriving = Queue<String>()
  /// The senders in turn; the first has its turn. A sender without messages stays until its turn comes, so that it has
  /// no new credit if it sends again before that.
  private var turns = Queue<String>()
  private var senders: [String: SenderQueue] = [:]
  /// Entries of all senders.
  private var count = 0
  package private(set) var bytes = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// Whether a message of the sender waits.
  package func hasWaiting(_ sender: String) -> Bool { count > 0 && count(of: sender) > 0 }

  package func count(of sender: String) -> Int { senders[sender]?.count ?? 0 }

  package func bytes(of sender: String) -> Int { senders[sender]?.bytes ?? 0 }

  /// - Parameter isQuick: whether the message may overtake those of other senders if it is its sender's only one.
  package mutating func append(
    _ element: Element, bytes length: Int, from sender: String, isQuick: Bool = true
  ) {
    switch senders[sender, default: SenderQueue()].append(element, length, isQuick: isQuick) {
    case .arriving: arriving.append(sender)
    case .turns: turns.append(sender)
    case nil: break
    }
    bytes += length
    count += 1
  }

  /// Removes the next message: the first one of the next sender whose first message is ready. The sender pays for its
  /// length; `charge` adds to that.
  package mutating func removeNext(
    where isReady: (String, Element) -> Bool
  ) -> (sender: String, element: Element, bytes: Int)? {
    guard count > 0 else { return nil }
    while let sender = arriving.first {
      if let queue = senders[sender], queue.credit > 0, let head = queue.first,
        isReady(sender, head.element)
      {
        return removeCharged(head, from: sender)
      }
      arriving.popFirst()
      senders[sender]?.isArriving = false
      joinTurns(sender)
    }
    var passedOver = 0
    while passedOver < turns.count, let sender = turns.first {
      guard let head = senders[sender]?.first else {
        turns.popFirst()
        senders[sender] = nil
        continue
      }
      guard isReady(sender, head.element) else {
        passedOver += 1
        endTurn()
        continue
      }
      guard turns.count == 1 || (senders[sender]?.credit ?? 0) > 0 else {
        passedOver = 0
        endTurn()
        senders[sender]?.credit += Self.quantum
        continue
      }
      return removeCharged(head, from: sender)
    }
    return nil
  }

  /// Puts back the rest of a message that was served in part, before the sender's other messages.
  package mutating func putBack(_ rest: Element, bytes length: Int, from sender: String) {
    senders[sender, default: SenderQueue()].rest = (rest, length)
    senders[sender]?.bytes += length
    if senders[sender]?.isArriving == false { joinTurns(sender) }
    bytes += length
    count += 1
  }

  /// Has a sender pay for a message that was served.
  package mutating func charge(_ cost: Int, to sender: String) {
    guard count > 0, let credit = senders[sender]?.credit else { return }
    senders[sender]?.credit = max(credit - cost, -Self.maxDebt)
  }

  /// Removes the messages of one sender for which `isKept` returns false; the others keep their order and their place.
  package mutating func filter(_ sender: String, isKept: (_ index: Int, Element) -> Bool) {
    var first = 0
    if let rest = senders[sender]?.rest {
      first = 1
      if !isKept(0, rest.element) {
        senders[sender]?.rest = nil
        forget(rest, of: sender)
      }
    }
    for index in first..<(first + (senders[sender]?.entries.count ?? 0)) {
      guard let entry = senders[sender]?.entries.popFirst() else { return }
      if isKept(index, entry.element) {
        senders[sender]?.entries.append(entry)
      } else {
        forget(entry, of: sender)
      }
    }
  }

  private mutating func joinTurns(_ sender: String) {
    guard senders[sender]?.isInTurns == false else { return }
    senders[sender]?.isInTurns = true
    turns.append(sender)
  }

  private mutating func endTurn() {
    if let sender = turns.popFirst() { turns.append(sender) }
  }

  private mutating func removeCharged(
    _ head: (element: Element, bytes: Int), from sender: String
  ) -> (sender: String, element: Element, bytes: Int) {
    // The sender paid for the bytes of a rest when its message was first served.
    if senders[sender]?.rest == nil { charge(head.bytes, to: sender) }
    if let entry = senders[sender]?.popFirst() { forget(entry, of: sender) }
    return (sender, head.element, head.bytes)
  }

  private mutating func forget(_ entry: (element: Element, bytes: Int), of sender: String) {
    senders[sender]?.bytes -= entry.bytes
    bytes -= entry.bytes
    count -= 1
    if count == 0 {
      // No sender waits for another, so all credits start anew.
      (arriving, turns, senders) = (Queue(), Queue(), [:])
    }
  }
}
