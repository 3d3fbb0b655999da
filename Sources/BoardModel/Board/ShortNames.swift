/// Names in one message, which is shown in two lines at most.
package enum ShortNames {
  /// The most characters of all names together.
  private static let (most, mostInNarrow) = (40, 26)

  /// The names, of which the longest are cut off until there is room for all.
  ///
  /// - Parameter isNarrow: whether the window has no more room than that of a phone.
  package static func of(_ names: String..., isNarrow: Bool = false) -> [String] {
    var short = names
    var (room, others) = (isNarrow ? mostInNarrow : most, names.count)
    for (index, name) in names.enumerated().sorted(by: { $0.element.count < $1.element.count }) {
      let share = room / others
      if name.count > share { short[index] = String(name.prefix(share - 1)).trimmed + "…" }
      room -= min(name.count, share)
      others -= 1
    }
    return short
  }
}
