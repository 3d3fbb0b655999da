/// What several senders have sent and nobody has seen to yet: each sender's in its order, and the senders in turn.
///
/// In each turn a sender gets the same credit, and what is seen to is paid for by its length and by the time that it
/// took (deficit round robin): neither many, nor long, nor slow messages of one keep the others waiting.
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

  private var lines: [String: Line] = [:]
  /// The senders with something in the queue; it is the first one's turn.
  private var turns = FirstInFirstOut<String>()
  /// Of all that waits.
  package private(set) var bytes = 0

  package init() {}

  package var isEmpty: Bool { lines.isEmpty }

  /// Whether something of the sender's waits.
  package func hasWaiting(_ sender: String) -> Bool { !lines.isEmpty && lines[sender] != nil }

  package func count(of sender: String) -> Int { lines[sender]?.entries.count ?? 0 }

  package func bytes(of sender: String) -> Int { lines[sender]?.bytes ?? 0 }

  package mutating func append(_ element: Element, bytes count: Int, from sender: String) {
    if lines[sender] == nil { turns.append(sender) }
    lines[sender, default: Line()].append(element, count)
    bytes += count
  }

  /// Takes the next one out, of those at the head of their sender's line that are ready. It is paid for by its length;
  /// `charge` adds to that.
  package mutating func next(
    where isReady: (String, Element) -> Bool
  ) -> (sender: String, element: Element)? {
    var passedOver = 0
    while passedOver < turns.count, let sender = turns.first {
      guard let head = lines[sender]?.entries.first, isReady(sender, head.element) else {
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
      charge(head.bytes, to: sender)
      return (sender, take(from: sender) ?? head.element)
    }
    return nil
  }

  /// Has a sender with more in the queue pay for what was seen to.
  package mutating func charge(_ cost: Int, to sender: String) {
    guard let credit = lines[sender]?.credit else { return }
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

  private mutating func take(from sender: String) -> Element? {
    guard let entry = lines[sender]?.entries.removeFirst() else { return nil }
    bytes -= entry.bytes
    lines[sender]?.bytes -= entry.bytes
    if lines[sender]?.entries.isEmpty == true {
      lines[sender] = nil
      turns.remove(sender)
    }
    return entry.element
  }
}

/// An array that is emptied from the front without moving the rest each time.
struct FirstInFirstOut<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : elements[start] }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[start].take()
    start += 1
    if start >= 32, start * 2 >= elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return element
  }
}

extension FirstInFirstOut where Element: Equatable {
  mutating func remove(_ element: Element) {
    let index = elements.indices.dropFirst(start).first { elements[$0] == element }
    guard let index else { return }
    if index == start { _ = removeFirst() } else { elements.remove(at: index) }
  }
}
