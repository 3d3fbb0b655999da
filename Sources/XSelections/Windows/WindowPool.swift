/// Windows that conversions are read into, one for each read.
///
/// A property of its own would not be enough: some owners bring the next chunk when any property of the window is
/// deleted. No window is ever destroyed: an owner that still writes into it would end with an error of its own.
struct WindowPool {
  private let capacity: Int
  private var idle: [Window] = []
  /// Those that a former owner may still write into, the oldest first.
  private var left: [Window] = []
  private(set) var count = 0

  /// - Parameter capacity: how many windows are made before those that were left are used again.
  init(capacity: Int) {
    self.capacity = capacity
  }

  mutating func take(make: () -> Window) -> Window {
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
