/// Names in one message, which is shown in two lines at most.
package enum ShortNames {
  /// The names, of which the longest are cut off until there is room for all.
  ///
  /// - Parameter room: the most characters of all names together.
  package static func of(_ names: String..., room: Int) -> [String] {
    var short = names
    var (room, others) = (room, names.count)
    for (index, name) in names.enumerated().sorted(by: { $0.element.count < $1.element.count }) {
      let share = room / others
      if name.count > share { short[index] = String(name.prefix(max(share - 1, 0))).trimmed + "…" }
      room -= min(name.count, share)
      others -= 1
    }
    return short
  }
}
