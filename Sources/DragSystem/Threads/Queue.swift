/// First in, first out; both ends in constant time on average.
///
/// Inlinable, because the queue of messages in DBus uses it for each message.
package struct Queue<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var start = 0

  @inlinable package init() {}

  @inlinable package var count: Int { elements.count - start }
  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package var first: Element? { start < elements.count ? elements[start] : nil }

  @inlinable package mutating func append(_ element: Element) {
    elements.append(element)
  }

  @inlinable @discardableResult package mutating func popFirst() -> Element? {
    guard start < elements.count else { return nil }
    let element = elements[start].take()
    start += 1
    if start == elements.count {
      elements.removeAll(keepingCapacity: elements.count <= 64)
      start = 0
    } else if start >= 64, start * 2 >= elements.count {
      elements.removeFirst(start)
      start = 0
    }
    return element
  }
}
