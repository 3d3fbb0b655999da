/// Swift source as a checker reads it.
struct SourceText {
  /// Lines with comments and the inside of string literals blanked out.
  let code: [Substring]

  init(_ text: String) {
    code = Self.blanked(text).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The modules imported, with the numbers of their lines.
  var imports: [(line: Int, module: String)] {
    code.enumerated().compactMap { index, line in
      let words = line.split { $0 == " " || $0 == "\t" }
      guard let keyword = words.firstIndex(of: "import"),
        words[..<keyword].allSatisfy({ Self.importModifiers.contains($0) || $0.hasPrefix("@") }),
        words.count > keyword + 1
      else { return nil }
      var module = words[keyword + 1]
      if Self.importKinds.contains(module), words.count > keyword + 2 {
        module = words[keyword + 2]
      }
      return (index + 1, String(module.prefix { $0 != "." && $0 != ";" }))
    }
  }

  private static let importModifiers: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "unsafe",
  ]
  private static let importKinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
  ]

  private static func blanked(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    var commentDepth = 0
    while let character = rest.first {
      if rest.hasPrefix("/*") {
        commentDepth += 1
        rest.removeFirst(2)
      } else if commentDepth > 0 {
        if rest.hasPrefix("*/") {
          commentDepth -= 1
          rest.removeFirst(2)
        } else {
          if character.isNewline { result.append("\n") }
          rest.removeFirst()
        }
      } else if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if let literal = stringLiteral(at: rest) {
        result += "\"" + String(repeating: "\n", count: literal.count { $0.isNewline }) + "\""
        rest.removeFirst(literal.count)
      } else {
        result.append(character)
        rest.removeFirst()
      }
    }
    return result
  }

  /// A string literal at the very beginning, with its delimiters: plain, multi-line or raw.
  private static func stringLiteral(at text: Substring) -> Substring? {
    let hashes = text.prefix { $0 == "#" }
    let body = text.dropFirst(hashes.count)
    guard body.first == "\"" else { return nil }
    let quotes = body.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    let end = quotes + hashes
    let escape = "\\" + hashes
    var rest = body.dropFirst(quotes.count)
    while !rest.isEmpty {
      if rest.hasPrefix(end) {
        rest = rest.dropFirst(end.count)
        break
      }
      rest = rest.dropFirst(rest.hasPrefix(escape) ? escape.count + 1 : 1)
    }
    return text[..<rest.startIndex]
  }
}
