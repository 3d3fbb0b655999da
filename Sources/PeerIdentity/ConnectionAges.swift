/// Estimates when connections were made, without asking the bus. A bus numbers connections in their order (`:1.42`), so
/// a connection with a lower number than one that was seen was made before that moment.
struct ConnectionAges {
  private struct Mark {
    let number: UInt64
    let moment: UInt64
  }

  /// Sorted by number, and so by moment.
  private var marks: [Mark] = []
  private static let maxMarks = 1_024

  var count: Int { marks.count }

  /// Records that a connection of this name exists, or existed until now.
  mutating func recordPresence(of name: String, at moment: UInt64) {
    guard let number = Self.number(of: name), number > marks.last?.number ?? 0 else { return }
    if marks.count == Self.maxMarks {
      // Drops every second mark of the older half. The answers from the rest are later moments, which are still true.
      let older = marks.prefix(Self.maxMarks / 2)
      marks.replaceSubrange(
        ..<older.count, with: older.indices.lazy.filter { $0 % 2 == 1 }.map { older[$0] })
    }
    marks.append(Mark(number: number, moment: moment))
  }

  /// A moment before which the connection was made; nil while none is known.
  func latestStart(of name: String) -> UInt64? {
    guard let number = Self.number(of: name) else { return nil }
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < marks.count ? marks[low].moment : nil
  }

  private static func number(of name: String) -> UInt64? {
    guard name.hasPrefix(":"), let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return nil
    }
    return UInt64(name[name.index(after: dot)...])
  }
}
