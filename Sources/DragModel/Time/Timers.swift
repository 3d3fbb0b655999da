/// Timers by their moments, earliest first: a binary heap.
///
/// When a timer fires, its key may be gone or have another timer or a later deadline, which is checked then. So no
/// timer has to be removed from the middle of the heap.
struct Timers<Key: Hashable & Sendable>: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var moment: UInt64
    var key: Key
  }

  private var heap: [Entry] = []

  var count: Int { heap.count }
  var earliest: UInt64? { heap.first?.moment }

  mutating func add(_ key: Key, at moment: UInt64) {
    heap.append(Entry(moment: moment, key: key))
    siftUp(heap.count - 1)
  }

  /// Removes the earliest timer that is due and returns it.
  mutating func popDue(at moment: UInt64) -> (key: Key, moment: UInt64)? {
    guard let first = heap.first, first.moment <= moment else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      siftDown(0)
    }
    return (first.key, first.moment)
  }

  /// Removes the timers that no longer count, so that the heap does not grow without a limit.
  mutating func keep(where counts: (Key, UInt64) -> Bool) {
    heap.removeAll { !counts($0.key, $0.moment) }
    for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].moment < heap[parent].moment else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child].moment < heap[least].moment { least = child }
      }
      guard least != index else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
