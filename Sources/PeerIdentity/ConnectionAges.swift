/// When connections were there at the latest, as far as is known without asking: buses number them in the order in
/// which they come (`:1.42`), so whoever is older than one that was seen was there before that moment.
struct ConnectionAges {
  private struct Mark {
    let number: UInt64
    let moment: UInt64
  }

  /// In the order of both numbers and moments.
  private var marks: [Mark] = []
  private static let most = 1_024

  var count: Int { marks.count }

  /// A connection of this name is there, or was until now.
  mutating func saw(_ name: String, at moment: UInt64) {
    guard let number = Self.number(of: name), number > marks.last?.number ?? 0 else { return }
    if marks.count == Self.most {
      // Of the older half every second one: what is asked of it gets a later moment, which is still right.
      let older = marks.prefix(Self.most / 2)
      marks.replaceSubrange(
        ..<older.count, with: older.indices.lazy.filter { $0 % 2 == 1 }.map { older[$0] })
    }
    marks.append(Mark(number: number, moment: moment))
  }

  /// When the connection was there at the latest; nil while nothing tells.
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
