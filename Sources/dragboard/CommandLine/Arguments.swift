/// The parsed arguments of a verb.
struct Arguments {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  init(_ words: [String], for verb: Verb) throws(CommandFailure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let flag = try Self.flag(String(parts[0]), of: verb)
      let attached = parts.count > 1 ? String(parts[1]) : nil
      if let value = flag.value {
        guard let given = attached ?? rest.popFirst() else {
          throw .usage("--\(flag.name) needs a value", hint: "Write it as \(flag.synopsis).")
        }
        values[flag.name, default: []].append(given)
        _ = value
      } else {
        guard attached == nil else { throw .usage("--\(flag.name) takes no value") }
        values[flag.name, default: []].append("")
      }
    }
  }

  private static func flag(_ word: String, of verb: Verb) throws(CommandFailure) -> Flag {
    let found = verb.flags.first {
      word == "--\($0.name)" || $0.short.map { word == "-\($0)" } == true
    }
    guard let found else {
      let names = verb.flags.map { "--\($0.name)" }.joined(separator: ", ")
      throw .usage(
        "“\(word)” is no flag of \(verb.name)",
        hint: "It has \(names). A file of that name is written ./\(word).")
    }
    return found
  }

  func checkOperands(of verb: Verb) throws(CommandFailure) {
    let usage = "Usage: dragboard \(verb.name) [FLAG…] \(verb.operands)"
    guard operands.count >= verb.least else {
      let missing = verb.operands.split(separator: " ")[operands.count]
      throw .usage("\(verb.name) needs \(missing)", hint: usage)
    }
    if let most = verb.most, operands.count > most {
      throw .usage("“\(operands[most])” is too much", hint: usage)
    }
  }

  func has(_ flag: String) -> Bool { values[flag] != nil }

  /// The last value of a flag: a person can override the value in an alias.
  func value(of flag: String) -> String? { values[flag]?.last }

  /// A number that is not negative.
  func number(of flag: String) throws(CommandFailure) -> Int? {
    guard let text = value(of: flag) else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw .usage("--\(flag): “\(text)” is no place", hint: "Places are 0, 1, 2 and so on.")
    }
    return number
  }
}
