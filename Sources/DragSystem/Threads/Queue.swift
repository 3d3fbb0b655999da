/// First in, first out; both ends in constant time on average.
struct Queue<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }

  var first: Element? { start < elements.count ? elements[start] : nil }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  mutating func popFirst() -> Element? {
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
