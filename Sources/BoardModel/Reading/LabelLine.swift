/// Labels on one line, as a person types them: separated by commas, “urgent:red” with a colour of its own. A name with
/// a comma or a quotation mark stands between quotation marks, in which `""` is one.
///
/// It reads code points: a quotation mark with a combining mark is one, too.
package enum LabelLine {
  private static let quote: Unicode.Scalar = "\""

  /// - Parameter colors: the colours of names that are known: these names stand alone.
  package static func text(
    of labels: [CardLabel], colors: [String: LabelColor] = [:]
  ) -> String {
    labels.map { text(of: $0, colors) }.joined(separator: ", ")
  }

  /// - Parameter colors: the colours of names that are known.
  package static func labels(in text: String, colors: [String: LabelColor] = [:]) -> [CardLabel] {
    words(text).compactMap { word in
      let (plain, color) = splitColor(word.plain)
      let name = word.quoted + String(plain).trimmed
      if let color, !name.isEmpty { return CardLabel(name, color) }
      let whole = word.quoted + word.plain.trimmed
      return whole.isEmpty ? nil : CardLabel(whole, colors[whole])
    }
  }

  /// One label, “NAME:COLOR” or a name.
  ///
  /// - Parameter colors: the colours of names that are known.
  package static func label(_ word: String, colors: [String: LabelColor] = [:]) -> CardLabel {
    let (name, color) = splitColor(word)
    guard let color, !name.isEmpty else { return CardLabel(word, colors[word]) }
    return CardLabel(String(name), color)
  }

  /// The first name of a colour that labels do not have in a line: behind the last colon of a word without quotation
  /// marks. Nil if there is none.
  package static func unknownColor(inLine text: String) -> String? {
    for word in words(text) where word.quoted.isEmpty {
      if let color = unknownColor(in: word.plain.trimmed) { return color }
    }
    return nil
  }

  /// The name of a colour that labels do not have, behind the last colon of a word; nil for other words.
  package static func unknownColor(in word: String) -> String? {
    guard let colon = word.lastIndex(of: ":"), colon != word.startIndex else { return nil }
    let name = String(word[word.index(after: colon)...]).trimmed
    return otherColors.contains(name.lowercased()) ? name : nil
  }

  /// Common names of colours (CSS Color 4 has them all) and another spelling.
  private static let otherColors: Set = [
    "amber", "aqua", "beige", "black", "coral", "cyan", "fuchsia", "gold", "grey", "indigo",
    "khaki", "lavender", "lightblue", "lightgreen", "lime", "magenta", "maroon", "navy", "olive",
    "pink", "plum", "rose", "salmon", "silver", "sky", "tan", "teal", "turquoise", "violet",
    "white",
  ]

  /// What follows the last colon is a colour only if it is one: names have colons too.
  private static func splitColor(_ word: String) -> (name: Substring, color: LabelColor?) {
    guard let colon = word.unicodeScalars.lastIndex(of: ":"),
      case let name = word.unicodeScalars[colon...].dropFirst(),
      let color = LabelColor(rawValue: String(name).trimmed.lowercased())
    else { return (word[...], nil) }
    return (word[..<colon], color)
  }

  private static func text(of label: CardLabel, _ colors: [String: LabelColor]) -> String {
    let color = ":\(label.color.rawValue)"
    let isUsual = label.color == (colors[label.name] ?? LabelColor.usual(for: label.name))
    // A name that ends as a colour does must not be taken for one with a colour.
    let isPlain =
      !label.name.unicodeScalars.contains { $0 == "," || $0 == quote }
      && (!isUsual || labels(in: label.name, colors: colors) == [label])
      && unknownColor(in: label.name) == nil
    let name = isPlain ? label.name : quoted(label.name)
    return isUsual ? name : name + color
  }

  private static func quoted(_ name: String) -> String {
    let scalars = name.unicodeScalars.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return "\"\(String(String.UnicodeScalarView(scalars)))\""
  }

  /// What stands between commas: the part in quotation marks, and the rest.
  private static func words(_ text: String) -> [(quoted: String, plain: String)] {
    var words: [(quoted: String, plain: String)] = [("", "")]
    var isQuoted = false
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case quote:
        isQuoted.toggle()
        if isQuoted, last == quote { words[words.count - 1].quoted.unicodeScalars.append(quote) }
      case "," where !isQuoted: words.append(("", ""))
      case _ where isQuoted: words[words.count - 1].quoted.unicodeScalars.append(scalar)
      default: words[words.count - 1].plain.unicodeScalars.append(scalar)
      }
      last = scalar
    }
    return words
  }
}
