/// Something that the rules of this package do not allow.
struct Violation: Hashable, CustomStringConvertible {
  var path: String
  var line: Int
  var message: String
  var description: String { "\(path):\(line): \(message)" }
}

/// The rules for one file of Sources. `path` is relative to the package, such as
/// `Sources/DBus/Message.swift`.
struct SourceRules {
  let path: String
  let layer: String
  let source: SourceText

  init(path: String, text: String) {
    self.path = path
    layer = path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    source = SourceText(text)
  }

  var violations: [Violation] {
    imports + concurrency + claims + traps + descriptors
  }

  /// Every import must be an arrow that points down.
  private var imports: [Violation] {
    guard let allowed = Layers.allowedImports(in: layer) else {
      return [Violation(path: path, line: 1, message: "\(layer) is not one of the layers")]
    }
    return source.imports.filter { $0.module != layer && !allowed.contains($0.module) }.map {
      Violation(path: path, line: $0.line, message: "\(layer) may not import \($0.module)")
    }
  }

  private var concurrency: [Violation] {
    guard Layers.synchronous.contains(layer) else { return [] }
    return find(
      /\b(async|await|actor|Task|TaskGroup|MainActor|DispatchQueue)\b/,
      with: ["async", "await", "actor", "Actor", "Task", "DispatchQueue"]
    ) {
      "\(layer) does without Swift's concurrency: no “\($0)”"
    }
  }

  private var claims: [Violation] {
    guard !Layers.unchecked.contains(layer) else { return [] }
    return find(
      /@unchecked\s+Sendable|nonisolated\s*\(\s*unsafe\s*\)/, with: ["@unchecked", "nonisolated"]
    ) {
      "“\($0)” only in \(Layers.unchecked.sorted().joined(separator: ", "))"
    }
  }

  private var traps: [Violation] {
    find(/\b(try!|as!)/, with: ["try!", "as!"]) { "“\($0)” ends the process" }
  }

  /// As far as names tell: `fd: Int32`, `descriptor: CInt`, `func descriptor() -> Int32`.
  private var descriptors: [Violation] {
    guard !Layers.numbered.contains(layer) else { return [] }
    let declaration = /(?i)\b\w*(descriptor|fd)s?\s*(\([^)]*\)[^{]*->|:)\s*\[?(Int32|CInt)\b/
    return find(declaration, with: ["Int32", "CInt", "int32", "cint"]) {
      "“\($0)”: a descriptor is an OwnedFileDescriptor here"
    }
  }

  /// - Parameter parts: a line that has none of them does not match.
  private func find<Output>(
    _ pattern: Regex<Output>, with parts: [String], message: (Substring) -> String
  ) -> [Violation] {
    // Unicode's own word boundaries would take “Task.sleep” for one word.
    let pattern = pattern.wordBoundaryKind(.simple)
    return source.code.enumerated().flatMap { index, line in
      guard line.hasBytes(ofAny: parts) else { return [Violation]() }
      return line.matches(of: pattern).map { match in
        Violation(path: path, line: index + 1, message: message(line[match.range]))
      }
    }
  }
}

/// The rules for every file of the package, whatever its language.
enum FileRules {
  static let longest = 400
  /// In columns. The formatter does not look at comments and strings, and at no other language.
  static let widest = 120

  /// Translations keep one message a line, and tests that have failed by chance have one each; drawings and lists of
  /// functions are written by programs, and the data of tests is as another program wrote it.
  private static func mayBeWide(_ path: String) -> Bool {
    [".po", ".svg", ".order", "/flaky.txt"].contains { path.hasSuffix($0) }
      || ["Resources", "Fixtures", "Corpora", "Recordings"].contains { folder in
        path.hasPrefix("Tests/") && path.hasBytes(of: "/\(folder)/")
      }
  }

  static func violations(path: String, text: String) -> [Violation] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var found: [Violation] = []
    let written = [".swift", ".py", ".sh", ".h"].contains { path.hasSuffix($0) }
    if written, lines.count > longest + 1 {
      found.append(
        Violation(
          path: path, line: lines.count, message: "\(lines.count - 1) lines, \(longest) at most"))
    }
    // Put together from parts, so that this file does not break its own rules.
    let (condition, interpolation) = (".enabled" + "(if:", "\"" + #"\("#)
    let hasConditions = text.hasBytes(of: condition)
    let folders = ["ho" + "me", "ro" + "ot", "wo" + "rk", "Us" + "ers", "t" + "mp"].filter {
      text.hasBytes(of: "/\($0)/")
    }
    let mayBeWide = mayBeWide(path)
    for (index, line) in lines.enumerated() {
      if !mayBeWide, line.utf8.count > widest, line.count > widest {
        found.append(
          Violation(
            path: path, line: index + 1, message: "\(line.count) columns, \(widest) at most"))
      }
      // Swift Testing evaluates the condition where it runs the test, but the comment wherever it lists the tests.
      if hasConditions, line.hasBytes(of: condition), line.hasBytes(of: interpolation) {
        found.append(
          Violation(
            path: path, line: index + 1, message: "every process of tests works out this comment"))
      }
      for folder in folders where line.hasBytes(of: "/\(folder)/") {
        let places = line.ranges(of: "/\(folder)/").filter { range in
          let before = line[..<range.lowerBound].last
          let after = line[range.upperBound...].first
          return before.map { !($0.isLetter || $0.isNumber || "./)}_".contains($0)) } ?? true
            && after.map { $0.isLetter || $0.isNumber } ?? false
        }
        guard !places.isEmpty else { continue }
        found.append(
          Violation(path: path, line: index + 1, message: "a path of one machine below /\(folder)"))
      }
    }
    return found
  }

  /// What the top folder may hold beside dot files. The last two are written by `make bench` and
  /// are not kept.
  static let top: Set = [
    "Package.swift", "Sources", "Tests", "dbus", "systemd", "README.md", "Makefile", "bench.md",
    "bench.json",
  ]

  static func violations(top entries: [String]) -> [Violation] {
    entries.filter { !$0.hasPrefix(".") && !top.contains($0) }.sorted().map {
      Violation(path: $0, line: 1, message: "does not belong at the top of the package")
    }
  }
}
