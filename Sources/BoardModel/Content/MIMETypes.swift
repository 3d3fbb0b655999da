internal import Foundation

/// What type a file has, by the desktop's MIME database (shared-mime-info, the globs2 files) and, where that says
/// nothing, by its first bytes.
package struct MIMETypes: Sendable {
  private struct Glob {
    var type: String
    var weight: Int
  }

  /// What stands behind a name's dot, such as “tar.gz”, to its types.
  private var endings: [String: Glob] = [:]
  /// Whole names, such as “makefile”.
  private var names: [String: Glob] = [:]

  /// Of this machine.
  package static let desktop = MIMETypes(folders: folders)

  /// From `mime/globs2` below these folders, the earlier ones winning.
  package init(folders: [String]) {
    // What this package declares itself, should it not be installed.
    endings = [
      "geocache": Glob(type: Geocache.type, weight: 1), "gpx": Glob(type: GPX.type, weight: 1),
      "png": Glob(type: "image/png", weight: 1), "txt": Glob(type: "text/plain", weight: 1),
    ]
    for folder in folders.reversed() {
      guard let text = try? String(contentsOfFile: "\(folder)/mime/globs2", encoding: .utf8) else {
        continue
      }
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) { add(Substring(line)) }
    }
  }

  private static var folders: [String] {
    let environment = ProcessInfo.processInfo.environment
    let own = environment["XDG_DATA_HOME"] ?? NSHomeDirectory() + "/.local/share"
    let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
    return [own]
      + (shared ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
  }

  private mutating func add(_ line: Substring) {
    let fields = line.split(separator: ":", maxSplits: 3)
    guard fields.count >= 3, let weight = Int(fields[0]) else { return }
    let glob = Glob(type: String(fields[1]), weight: weight)
    let pattern = fields[2].lowercased()
    if pattern.hasPrefix("*."), !pattern.dropFirst().contains(where: { "*?[".contains($0) }) {
      let ending = String(pattern.dropFirst(2))
      if (endings[ending]?.weight ?? 0) <= weight { endings[ending] = glob }
    } else if !pattern.contains(where: { "*?[".contains($0) }) {
      names[pattern] = glob
    }
  }

  /// The type of a file.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - start: its first bytes, some hundred if there are so many.
  package func type(ofFile name: String, start: [UInt8]) -> String {
    let name = name.lowercased()
    if let glob = names[name] { return glob.type }
    // The longest ending first.
    var rest = name[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if let glob = endings[String(rest)] { return glob.type }
    }
    return Self.type(ofContent: start)
  }

  private static let beginnings: [(bytes: [UInt8], type: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
    ([0xFF, 0xD8, 0xFF], "image/jpeg"), (Array("GIF8".utf8), "image/gif"),
    (Array("%PDF-".utf8), "application/pdf"),
  ]

  /// The type that first bytes are the mark of; nil where there is none.
  static func type(markedBy start: [UInt8]) -> String? {
    // A RIFF file's size stands between the two.
    if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
      return "image/webp"
    }
    return beginnings.first { start.starts(with: $0.bytes) }?.type
  }

  private static func type(ofContent start: [UInt8]) -> String {
    if let type = type(markedBy: start) { return type }
    if start.isEmpty { return "text/plain" }
    let text = Charset.text(cut: start)
    if let text, text.trimmed.hasPrefix("{"),
      ["\"name\"", "\"summary\"", "\"latitude\""].allSatisfy({ text.contains($0) })
    {
      return Geocache.type
    }
    if let text, text.contains("<gpx") { return GPX.type }
    return text == nil ? "application/octet-stream" : "text/plain"
  }
}

extension Charset {
  /// UTF-8 that may be cut off within a character; nil for what is no text.
  static func text(cut bytes: [UInt8]) -> String? {
    guard let text = decode(cut: bytes, "utf-8") else { return nil }
    let isText = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 || "\n\r\t\u{C}".unicodeScalars.contains($0)
    }
    return isText ? text : nil
  }
}
