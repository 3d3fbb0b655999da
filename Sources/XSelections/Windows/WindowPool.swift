/// Windows that owners write conversions into, one for each read.
///
/// A property for each read would not be enough: some owners write the next chunk when any property of the window is
/// deleted. The pool destroys no window, because an owner that still writes into it would end with an X error.
struct WindowPool {
  private let capacity: Int
  private var idle: [Window] = []
  /// Windows that a former owner may still write into, the oldest first.
  private var left: [Window] = []
  private(set) var count = 0

  /// - Parameter capacity: the number of windows before the pool reuses those that an owner may still write into.
  init(capacity: Int) {
    self.capacity = capacity
  }

  mutating func window(make: () -> Window) -> Window {
    if let window = idle.popLast() { return window }
    if count >= capacity, !left.isEmpty { return left.removeFirst() }
    count += 1
    return make()
  }

  mutating func putBack(_ window: Window) {
    left.removeAll { $0 == window }
    idle.append(window)
  }

  /// The owner may still write into it.
  mutating func leave(_ window: Window) {
    left.append(window)
  }
}
