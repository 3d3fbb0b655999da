/// What several senders have sent and nobody has seen to yet: each sender's in its order, and the senders in turn.
///
/// In each turn a sender gets the same credit, and what is seen to is paid for by its length and by the time that it
/// took (deficit round robin): neither many, nor long, nor slow messages of one keep the others waiting. A sender that
/// had nothing in the queue goes before those that had, for one turn (as in FQ-CoDel, RFC 8290): whoever waits for one
/// answer after the other waits for no flood, from however many connections it comes.
package struct TurnQueue<Element> {
  /// What a sender may spend in one turn.
  package static var quantum: Int { 16_384 }
  /// Nobody owes more: a sender has its next turn some time.
  package static var mostOwed: Int { 64 * quantum }

  private struct Line {
    var entries = FirstInFirstOut<(element: Element, bytes: Int)>()
    var bytes = 0
    var credit = TurnQueue.quantum

    mutating func append(_ element: Element, _ count: Int) {
      entries.append((element, count))
      bytes += count
    }
  }

  /// Those whose first message has come since they had none; each of them is here or in `turns`.
  private var arriving = FirstInFirstOut<String>()
  /// All others, it is the first one's turn; those as well that have nothing left, until it is their turn: whoever comes
  /// back sooner is no new one.
  private var turns = FirstInFirstOut<String>()
  private var lines: [String: Line] = [:]
  /// Of all senders.
  private var count = 0
  package private(set) var bytes = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// Whether something of the sender's waits.
  package func hasWaiting(_ sender: String) -> Bool { count > 0 && count(of: sender) > 0 }

  package func count(of sender: String) -> Int { lines[sender]?.entries.count ?? 0 }

  package func bytes(of sender: String) -> Int { lines[sender]?.bytes ?? 0 }

  /// - Parameter isQuick: whether it may go before those that wait, if nothing else of its sender's does.
  package mutating func append(
    _ element: Element, bytes length: Int, from sender: String, isQuick: Bool = true
  ) {
    if lines[sender] == nil {
      if isQuick { arriving.append(sender) } else { turns.append(sender) }
    }
    lines[sender, default: Line()].append(element, length)
    bytes += length
    count += 1
  }

  /// Takes the next one out, of those at the head of their sender's line that are ready. It is paid for by its length;
  /// `charge` adds to that.
  package mutating func next(
    where isReady: (String, Element) -> Bool
  ) -> (sender: String, element: Element)? {
    guard count > 0 else { return nil }
    while let sender = arriving.first {
      if let line = lines[sender], line.credit > 0, let head = line.entries.first,
        isReady(sender, head.element)
      {
        return (sender, takePaid(head, from: sender))
      }
      turns.append(sender)
      arriving.removeFirst()
    }
    var passedOver = 0
    while passedOver < turns.count, let sender = turns.first {
      guard let head = lines[sender]?.entries.first else {
        turns.removeFirst()
        lines[sender] = nil
        continue
      }
      guard isReady(sender, head.element) else {
        passedOver += 1
        endTurn()
        continue
      }
      guard turns.count == 1 || (lines[sender]?.credit ?? 0) > 0 else {
        passedOver = 0
        endTurn()
        lines[sender]?.credit += Self.quantum
        continue
      }
      return (sender, takePaid(head, from: sender))
    }
    return nil
  }

  /// Has a sender pay for what was seen to.
  package mutating func charge(_ cost: Int, to sender: String) {
    guard count > 0, let credit = lines[sender]?.credit else { return }
    lines[sender]?.credit = max(credit - cost, -Self.mostOwed)
  }

  /// Takes out all that is of one sender, in its order.
  package mutating func removeAll(of sender: String) -> [Element] {
    var removed: [Element] = []
    while let element = take(from: sender) { removed.append(element) }
    return removed
  }

  private mutating func endTurn() {
    if let sender = turns.removeFirst() { turns.append(sender) }
  }

  private mutating func takePaid(
    _ head: (element: Element, bytes: Int), from sender: String
  ) -> Element {
    charge(head.bytes, to: sender)
    return take(from: sender) ?? head.element
  }

  private mutating func take(from sender: String) -> Element? {
    guard let entry = lines[sender]?.entries.removeFirst() else { return nil }
    lines[sender]?.bytes -= entry.bytes
    bytes -= entry.bytes
    count -= 1
    if count == 0 {
      // Nobody waits for anybody: all debts are forgotten.
      (arriving, turns, lines) = (FirstInFirstOut(), FirstInFirstOut(), [:])
    }
    return entry.element
  }
}
