/// An array that is emptied from the front without moving the rest each time.
struct FirstInFirstOut<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : elements[start] }

  mutating func append(_ element: Element) { elements.append(element) }

  @discardableResult
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
