import DragModel
import Harness
import Testing

@Suite struct FileNameTests {
  @Test(arguments: [
    ("photo.png", "photo.png"), ("../../etc/passwd", "_._.._etc_passwd"), (".bashrc", "_bashrc"),
    ("-rf", "_rf"), ("a\nb\u{1B}c", "a_b_c"), ("a\u{202E}gnp.exe", "a_gnp.exe"), ("..", "_."),
    ("/", "_"), ("naïve 名.txt", "naïve 名.txt"), ("a\u{0}b", "a_b"), ("  .bashrc ", "_bashrc"),
    ("\u{A0}-rf", "_rf"), ("9.41\u{202F}AM.png", "9.41 AM.png"), ("❤\u{FE0F}.png", "❤\u{FE0F}.png"),
    ("\u{301}a", "_\u{301}a"), ("\u{200D}.bashrc", "_.bashrc"), ("a\u{3164}\u{E0041}b", "a__b"),
    ("\u{E000}.\u{378}", "\u{E000}.\u{378}"), ("\u{FFFF}", "_"), ("a.\u{2028}", "a._"),
  ])
  func suggestionsAreMadeSafe(_ suggestion: String, _ name: String) throws {
    // Compares scalars, because strings that are written differently can be equal.
    #expect(
      try Array(#require(FileName.safe(suggestion)).unicodeScalars) == Array(name.unicodeScalars))
  }

  @Test(arguments: ["", " ", "\u{3000}\u{A0}"])
  func whatSaysNothingIsNoName(_ suggestion: String) {
    #expect(FileName.safe(suggestion) == nil)
  }

  /// A name of one very long character: cutting by characters left only the ending, or nothing.
  @Test(arguments: [".bash_login", "", ".tar.gz"])
  func aCharacterWithoutEndIsCut(_ ending: String) throws {
    let marks = String(repeating: "\u{301}", count: 120)
    let name = try #require(FileName.safe("a" + marks + marks + ending))
    #expect(name.unicodeScalars.first == "a" && name.utf8.count > 200)
    #expect(name.utf8.reversed().starts(with: ending.utf8.reversed()))
  }

  @Test func longNamesKeepAShortEnding() throws {
    let name = try #require(FileName.safe(String(repeating: "é", count: 200) + ".png"))
    #expect(name.hasSuffix("é.png"))
    #expect(name.utf8.count == 255 || name.utf8.count == 254)
    let ending = try #require(FileName.safe("a." + String(repeating: "x", count: 300)))
    #expect(ending.utf8.count == 255)
    #expect(FileName.numbered(name, 1234).utf8.count <= FileName.limit)
  }

  @Test(arguments: [
    ("photo.png", "photo (1).png"), ("backup.tar.gz", "backup (1).tar.gz"),
    ("README", "README (1)"), ("a.\u{301}b.c\u{301}", "a.\u{301}b (1).c\u{301}"),
    (".tar.gz", ".tar (1).gz"), (".hidden", ".hidden (1)"),
  ])
  func numbersStandBeforeTheEnding(_ name: String, _ numbered: String) {
    #expect(FileName.numbered(name, 1) == numbered)
  }

  /// A number fits whatever the name is; what was UTF-8 stays it.
  @Test(arguments: [
    String(repeating: "é", count: 127), String(repeating: "x", count: 255),
    String(repeating: "名", count: 82) + ".tar.gz", "a." + String(repeating: "x", count: 253),
  ])
  func aLongNameIsCutForANumberOnly(_ name: String) throws {
    #expect(FileName.own(Array(name.utf8)) == Array(name.utf8))
    let numbered = FileName.numbered(Array(name.utf8), 12)
    #expect(numbered.count <= 255 && numbered.count >= 252)
    let text = try #require(String(validating: numbered, as: UTF8.self))
    #expect(text.contains(" (12)"))
    #expect(!name.hasSuffix(".tar.gz") || text.hasSuffix(" (12).tar.gz"))
  }

  @Test func aNameThatIsNoTextKeepsItsBytes() {
    let name: [UInt8] = [0x2E, 0x61, 0xFF, 0x0A, 0x2E, 0x62]
    #expect(FileName.own(name) == name)
    #expect(FileName.numbered(name, 1) == [0x2E, 0x61, 0xFF, 0x0A] + Array(" (1).b".utf8))
    let long = [UInt8](repeating: 0x80, count: 255)
    #expect(FileName.numbered(long, 1).count <= 255)
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\u{0}b", String(repeating: "x", count: 256)])
  func whatLeadsOutOfAFolderIsNoNameOfOnesOwn(_ name: String) {
    #expect(FileName.own(Array(name.utf8)) == nil)
  }

  /// Names with every known trouble.
  @Test(arguments: 0..<(Extent.current == .usual ? 1 : 8))
  func everyNameIsSafe(_ seed: UInt64) throws {
    var random = Words(seed: seed)
    for _ in 0..<(Extent.current == .usual ? 8_000 : 25_000) {
      let suggestion = random.text()
      guard let name = FileName.safe(suggestion) else {
        // Only blanks.
        #expect(
          suggestion.unicodeScalars.allSatisfy { $0.properties.generalCategory == .spaceSeparator })
        continue
      }
      if let fault = Self.fault(name) { Issue.record("\(fault): \(suggestion.debugDescription)") }
      let again = try #require(FileName.safe(name))
      #expect(
        again.unicodeScalars.elementsEqual(name.unicodeScalars), "\(suggestion.debugDescription)")
      let numbered = FileName.numbered(name, 9999)
      if let fault = Self.fault(numbered, limit: 255) {
        Issue.record("\(fault) when numbered: \(suggestion.debugDescription)")
      }
    }
  }

  /// Regression: what was left of `..` and many blanks was `..`.
  @Test(arguments: 0..<(Extent.current == .usual ? 1 : 8))
  func everyNameInAFolderIsSafe(_ seed: UInt64) throws {
    var random = Words(seed: seed)
    var suggestions = (0..<(Extent.current == .usual ? 8_000 : 25_000)).map { _ in random.text() }
    for start in [".", "..", "-", "\u{301}"] {
      suggestions.append(start + String(repeating: " ", count: 300) + "x")
    }
    for suggestion in suggestions {
      guard let name = FileName.safeInFolder(suggestion) else { continue }
      let words = suggestion.debugDescription
      #expect(name != "." && name != "..", "\(words)")
      let isHidden = name.unicodeScalars.first == "."
      if let fault = Self.fault(isHidden ? "_\(name)" : name, limit: 256) {
        Issue.record("\(fault): \(words)")
      }
      #expect(name.utf8.count <= 255, "\(words)")
      let again = try #require(FileName.safeInFolder(name))
      #expect(again.unicodeScalars.elementsEqual(name.unicodeScalars), "\(words)")
    }
  }

  /// What is wrong with a name.
  private static func fault(_ name: String, limit: Int = 255) -> String? {
    let scalars = Array(name.unicodeScalars)
    guard let first = scalars.first, let last = scalars.last else { return "empty" }
    if first == "." || first == "-" { return "hidden, or a flag" }
    if first == " " || last == " " { return "blanks at its ends" }
    if name.utf8.count > limit { return "\(name.utf8.count) bytes" }
    for scalar in scalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        return "has U+\(String(scalar.value, radix: 16))"
      case .spaceSeparator where scalar != " ": return "has an odd space"
      default: if scalar == "/" { return "has a slash" }
      }
    }
    return nil
  }
}

/// Random text with many hostile scalars.
private struct Words {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private static let pieces: [String] =
    [
      ".", "-", "/", "..", " ", "\u{0}", "\n", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{9B}", "a", "名",
      "é",
      ".png", ".tar.gz", ".bash_login", "\u{301}", "\u{20DD}", "\u{903}", "\u{200B}", "\u{200C}",
      "\u{200D}", "\u{200E}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{2029}", "\u{FE0F}",
      "\u{E0100}",
      "\u{E0001}", "\u{E0041}", "\u{E007F}", "\u{FEFF}", "\u{AD}", "\u{A0}", "\u{3000}", "\u{202F}",
      "\u{D7FF}", "\u{E000}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{115F}", "\u{3164}",
      "\u{34F}",
      "\u{600}", "\u{110BD}", "👩\u{200D}💻", "🏴\u{E0067}\u{E007F}", "\u{1F1E9}",
    ]

  mutating func text() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0...next(8) {
      // One repeated piece makes the longest possible character.
      let piece = piece()
      for _ in 0...(next(4) == 0 ? next(300) : 0) { text.append(contentsOf: piece) }
    }
    return String(text)
  }

  private mutating func piece() -> String.UnicodeScalarView {
    switch next(3) {
    case 0:
      guard let any = Unicode.Scalar(UInt32(next(0x110000))) else { return "?".unicodeScalars }
      return String(any).unicodeScalars
    default: return Self.pieces[next(Self.pieces.count)].unicodeScalars
    }
  }

  private mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 16) % UInt64(bound))
  }
}
