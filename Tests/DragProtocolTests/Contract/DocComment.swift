/// A comment of an interface file, taken apart: `Name:`, `@argument: text`, prose, keys of dictionaries
/// as bullets with their types, and the errors.
struct DocComment {
  struct Key: Hashable {
    var name: String
    var type: String
    /// All that is said of it, in one line.
    var text: String

    /// What stands in `Default: ``…```.
    var defaultText: String? {
      guard let start = text.firstRange(of: "Default: ``")?.upperBound,
        let end = text[start...].firstRange(of: "``")?.lowerBound
      else { return nil }
      return String(text[start..<end])
    }
  }

  var title = ""
  var arguments: [(name: String, text: String)] = []
  var prose = ""
  var keys: [Key] = []
  var errors: [(name: String, text: String)] = []

  init(_ comment: String) {
    var lines = comment.split(separator: "\n").map { line in
      String(line.drop { $0 == " " })
    }[...]
    while lines.first?.isEmpty == true { lines.removeFirst() }
    title = lines.popFirst() ?? ""
    var inErrors = false
    // The part that a line continues if it starts none itself.
    enum Open { case argument, prose, key, error }
    var open = Open.prose
    // Blank lines were dropped by `split`; a section starts with its first word.
    for line in lines {
      if let (name, text) = Self.argument(line) {
        arguments.append((name, text))
        open = .argument
      } else if line == "Errors:" {
        inErrors = true
      } else if inErrors, let (name, text) = Self.error(line) {
        errors.append((name, text))
        open = .error
      } else if let (name, type) = Self.key(line) {
        keys.append(Key(name: name, type: type, text: ""))
        open = .key
      } else {
        switch open {
        case .argument where Self.isContinuation(line, in: comment):
          arguments[arguments.count - 1].text += " " + line
        case .argument, .prose:
          prose += line + " "
          open = .prose
        case .key: keys[keys.count - 1].text += line + " "
        case .error: errors[errors.count - 1].text += " " + line
        }
      }
    }
  }

  /// An argument's text continues with deeper indentation.
  private static func isContinuation(_ line: String, in comment: String) -> Bool {
    comment.contains("\n            " + line)
  }

  private static func argument(_ line: String) -> (String, String)? {
    guard let match = line.wholeMatch(of: /@(\w+): ?(.*)/) else { return nil }
    return (String(match.1), String(match.2))
  }

  private static func error(_ line: String) -> (String, String)? {
    guard let match = line.wholeMatch(of: /\* ``([\w.]+)``: ?(.*)/) else { return nil }
    return (String(match.1), String(match.2))
  }

  private static func key(_ line: String) -> (String, String)? {
    guard let match = line.wholeMatch(of: /\* ``(\w+)`` \(``(\S+)``\)/) else { return nil }
    return (String(match.1), String(match.2))
  }
}
