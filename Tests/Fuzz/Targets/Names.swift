import DragConnection
import DragModel

@testable import BoardModel
@testable import dragctl

extension FuzzTarget {
  /// Names and labels of other programs: a type, a NUL, and what is suggested as the name of a file of that type.
  static let names = FuzzTarget(
    "names",
    seeds: [
      "image/png|photo.png", "application/gzip|backup.tar.gz", "|../../.bashrc", "text/plain|-rf *",
      "image/png|a\u{202E}gnp.exe", "|\u{301}\u{200D}\u{3164} .", "a/b|x\u{A0}y\u{2003}.tar.bz2",
      "text/plain|\u{FE0F}\u{1F468}\u{200D}\u{1F469}", "|" + String(repeating: "ä.", count: 130),
    ],
    maxLength: 320,
    dictionary: [
      ".", "..", "-", "/", " ", ".tar", ".tar.gz", "\u{0}", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}",
      "\u{300}", "\u{600}", "\u{115F}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{2028}",
      "\u{2029}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{3000}", "\u{3164}", "\u{FE0F}",
      "\u{FEFF}",
      "\u{FFFE}", "\u{1D173}", "\u{E0001}", "\u{E0100}", "\u{FFFF}", "image/png", "text/plain",
    ]
  ) { bytes throws(BrokenPromise) in
    var input = FuzzInput(bytes)
    let type = input.text()
    let suggestion = String(decoding: input.rest, as: UTF8.self)
    if let name = FileName.safe(suggestion) {
      try check(fileName: name)
      try promise(FileName.safe(name) == name, "“\(name)” is made safe twice")
    } else {
      try promise(
        suggestion.unicodeScalars.allSatisfy { $0.properties.generalCategory == .spaceSeparator },
        "nothing is left of “\(suggestion)”")
    }
    if let name = FileName.safeInFolder(suggestion) {
      try check(fileName: name, inFolder: true)
      try promise(FileName.safeInFolder(name) == name, "“\(name)” is made safe twice in a folder")
    }
    try check(fileName: FileName.forFile(suggestion: suggestion, type: type))
    let (stem, suffix) = FileName.split(suggestion)
    try promise(stem + suffix == suggestion, "“\(suggestion)” is “\(stem)” and “\(suffix)”")
    let short = FileName.shortened(suggestion)
    try promise(short.utf8.count <= 255, "“\(short)” is too long for a folder")
    try check(line: Printable.line(suggestion), of: suggestion)
    let escapes = suggestion.unicodeScalars.map(Printable.jsonEscape).joined()
    try promise(
      (try? JSON(parsing: Array("\"\(escapes)\"".utf8))) == .string(suggestion),
      "\(escapes) are other characters in JSON")
  }

  /// A file of that name is seen, as what it is, in every folder.
  private static func check(
    fileName name: String, inFolder: Bool = false
  ) throws(BrokenPromise) {
    let scalars = name.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else {
      throw BrokenPromise(description: "a safe name is empty")
    }
    try promise((inFolder || first != ".") && first != "-", "“\(name)” is hidden, or a flag")
    try promise(name != "." && name != "..", "“\(name)” is a folder above")
    try promise(first != " " && last != " ", "“\(name)” has spaces at an end")
    try promise(name.utf8.count <= 255, "“\(name)” is too long")
    try promise(
      inFolder || FileName.numbered(name, 9999).utf8.count <= 255, "“\(name)” cannot be numbered")
    for (index, scalar) in scalars.enumerated() {
      let isSeen: Bool
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: isSeen = false
      case .spaceSeparator: isSeen = scalar == " "
      case .nonspacingMark, .spacingMark, .enclosingMark: isSeen = index > 0
      default: isSeen = scalar != "/"
      }
      try promise(
        isSeen, "“\(name)” has U+\(String(scalar.value, radix: 16, uppercase: true)) in it")
    }
  }

  /// What is shown has nothing that acts, and everything else.
  private static func check(line: String, of text: String) throws(BrokenPromise) {
    try promise(
      line.unicodeScalars.count == text.unicodeScalars.count, "“\(text)” loses something")
    try promise(Printable.line(line) == line, "“\(line)” is cleaned twice")
    for (shown, scalar) in zip(line.unicodeScalars, text.unicodeScalars) {
      try promise(shown == scalar || shown == "\u{FFFD}", "“\(text)” has become “\(line)”")
      switch shown.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        throw BrokenPromise(description: "“\(line)” is no line")
      case .format:
        // Without these two some languages cannot be written.
        try promise(
          shown.value == 0x200C || shown.value == 0x200D, "“\(line)” has hidden characters")
      default: break
      }
    }
  }
}
