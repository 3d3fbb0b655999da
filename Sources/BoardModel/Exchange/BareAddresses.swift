/// Addresses of the web that stand in words as they are, which GitHub's Markdown reads as links.
enum BareAddresses {
  private static let schemes = ["https://", "http://"].map { Array($0.unicodeScalars) }

  /// The parts of a text in their order: words, and addresses.
  static func parts(of text: String) -> [(text: String, isAddress: Bool)] {
    let scalars = Array(text.unicodeScalars)
    var parts: [(text: String, isAddress: Bool)] = []
    var (start, index) = (0, 0)
    func add(_ range: Range<Int>, isAddress: Bool) {
      var part = String.UnicodeScalarView()
      part.append(contentsOf: scalars[range])
      if !range.isEmpty { parts.append((String(part), isAddress)) }
    }
    while index < scalars.count {
      guard let end = end(ofAddressAt: index, in: scalars) else {
        index += 1
        continue
      }
      add(start..<index, isAddress: false)
      add(index..<end, isAddress: true)
      (start, index) = (end, end)
    }
    add(start..<scalars.count, isAddress: false)
    return parts
  }

  private static func end(ofAddressAt start: Int, in scalars: [Unicode.Scalar]) -> Int? {
    guard scalars[start] == "h" || scalars[start] == "H", mayBegin(start, in: scalars),
      let scheme = schemes.first(where: { scheme in
        scalars[start...].prefix(scheme.count).map(\.properties.lowercaseMapping)
          == scheme.map { String($0) }
      })
    else { return nil }
    let host = start + scheme.count
    // First, because of what is no address the rest would be read again for the next one.
    guard host < scalars.count, MarkdownText.isWord(scalars[host]) else { return nil }
    var end =
      scalars[host...].firstIndex { $0.properties.isWhitespace || $0 == "<" }
      ?? scalars.count
    // How many more parentheses the address closes than it opens.
    var closing = 0
    for scalar in scalars[host..<end] {
      if scalar == ")" { closing += 1 } else if scalar == "(" { closing -= 1 }
    }
    while end > host, isPunctuation(scalars[end - 1]) || closing > 0 && scalars[end - 1] == ")" {
      if scalars[end - 1] == ")" { closing -= 1 }
      end -= 1
    }
    return end > host ? end : nil
  }

  private static func mayBegin(_ start: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard start > 0 else { return true }
    let before = scalars[start - 1]
    return before.properties.isWhitespace || ["*", "_", "~", "("].contains(before)
  }

  /// What ends a sentence, rather than an address.
  private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    ["?", "!", ".", ",", ":", ";", "*", "_", "~", "\"", "'"].contains(scalar)
  }
}
