/// Names in one message, which a narrow window shows in two lines.
package enum ShortNames {
  /// The most characters of all names together.
  private static let most = 40

  /// The names, of which the longest are cut off until there is room for all.
  package static func of(_ names: String...) -> [String] {
    var short = names
    var (room, others) = (most, names.count)
    for (index, name) in names.enumerated().sorted(by: { $0.element.count < $1.element.count }) {
      let share = room / others
      if name.count > share { short[index] = String(name.prefix(share - 1)).trimmed + "…" }
      room -= min(name.count, share)
      others -= 1
    }
    return short
  }
}
