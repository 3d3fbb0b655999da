internal import DragSystem

/// Names, links and archives as no honest program makes them, the same ones for the same seed.
package struct HostileNames {
  private var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// What names are made of. Some are longer than a name may be, and what is left of them is another name.
  private static let parts: [[UInt8]] =
    [
      "..", ".", "...", "/", "", "a", "b", "x.", ".x", "-", "~", "*", " ", "\u{A0}", "\u{301}", "é",
      "\n", "\r", "\u{1B}]0;", "\u{7F}", "\u{0}", "\u{85}", "\u{202E}", "\u{200B}", "\u{FF0E}",
      "\u{2215}", "y.tar.gz", String(repeating: " ", count: 300),
      String(repeating: "y", count: 250),
      String(repeating: ".", count: 256), "..\(String(repeating: " ", count: 253))",
      "..\(String(repeating: "\u{3000}", count: 90))", String(repeating: "\u{301}", count: 200),
    ].map { Array($0.utf8) } + [
      // No UTF-8.
      [0xFF], [0xC3], [0xC0, 0xAE], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x2E, 0x2E, 0xFE],
    ]

  /// Mostly one component of a path; sometimes none, or several.
  package mutating func component() -> [UInt8] {
    (0..<random.random(below: 3) + 1).flatMap { _ in
      Self.parts[random.random(below: Self.parts.count)]
    }
  }

  private mutating func path(_ most: Int) -> [UInt8] {
    let names = (0..<random.random(below: most) + 1).map { _ in component() }
    return Array(names.joined(separator: [UInt8(ascii: "/")]))
  }

  /// The archive of a folder: files, folders and links with such names, most of which no folder may have.
  package mutating func archive() -> [UInt8] {
    var folders = [Array("top".utf8)]
    var bytes = Self.entry("5", "top", "")
    for _ in 0..<random.random(below: 4) + 1 {
      let path = folders[random.random(below: folders.count)] + [UInt8(ascii: "/")] + component()
      switch random.random(below: 4) {
      case 0:
        folders.append(path)
        bytes += Self.entry("5", path, [])
      case 1: bytes += Self.entry("0", path, [])
      default: bytes += Self.entry("2", path, self.path(4))
      }
    }
    return bytes + [UInt8](repeating: 0, count: 1_024)
  }

  private static func entry(_ kind: Unicode.Scalar, _ path: String, _ link: String) -> [UInt8] {
    entry(kind, Array(path.utf8), Array(link.utf8))
  }

  /// An entry whose name and destination stand in an extended header: there they may have any length.
  private static func entry(
    _ kind: Unicode.Scalar, _ path: [UInt8], _ link: [UInt8]
  ) -> [UInt8] {
    let records = record("path", path) + (kind == "2" ? record("linkpath", link) : [])
    let padding = [UInt8](repeating: 0, count: (512 - records.count % 512) % 512)
    return header("x", records.count) + records + padding + header(kind, 0)
  }

  private static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [UInt8(ascii: "\n")]
    var digits = 1
    while String(rest.count + digits).count != digits { digits += 1 }
    return Array(String(rest.count + digits).utf8) + rest
  }

  private static func header(_ kind: Unicode.Scalar, _ size: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at start: Int) {
      block.replaceSubrange(start..<start + text.utf8.count, with: text.utf8)
    }
    func octal(_ number: Int, _ digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: digits - text.count) + text
    }
    put("top/name", at: 0)
    put("0000755", at: 100)
    put(octal(size, 11), at: 124)
    put(octal(0, 11), at: 136)
    put("        \(kind)", at: 148)
    put("ustar\u{0}00", at: 257)
    put(octal(block.reduce(0) { $0 + Int($1) }, 6) + "\u{0}", at: 148)
    return block
  }
}

/// A tree on a disk, as it stands there.
package struct StandingTree {
  private let top: [UInt8]
  /// The components of each path below the top.
  package private(set) var paths: [[[UInt8]]] = []
  /// Where each link leads.
  package private(set) var links: [(path: [[UInt8]], destination: [UInt8])] = []

  package init(_ top: String) throws {
    self.top = Array(top.utf8)
    try add([])
  }

  private mutating func add(_ path: [[UInt8]]) throws {
    let folder = try Folder(path: whole(path))
    for name in try folder.names() {
      paths.append(path + [name])
      switch try folder.status(of: name)?.kind {
      case .directory: try add(path + [name])
      case .symbolicLink:
        links.append((path + [name], try folder.destination(ofLink: name)))
      case .regular, .fifo, .socket, .characterDevice, .blockDevice, .unknown, nil: break
      }
    }
  }

  private func whole(_ path: [[UInt8]]) -> [UInt8] {
    Array(([top] + path).joined(separator: [UInt8(ascii: "/")]))
  }

  /// The links that lead out of the tree, as the kernel follows them, whatever is there.
  package var linksOut: [[UInt8]] {
    links.filter { leaves($0.destination, from: $0.path.dropLast(), links: 0) }
      .map { whole($0.path) }
  }

  private func leaves(_ destination: [UInt8], from folder: [[UInt8]], links: Int) -> Bool {
    let slash = UInt8(ascii: "/")
    guard destination.first != slash else { return true }
    // The kernel follows no more.
    guard links < 40 else { return false }
    var place = folder
    for component in destination.split(separator: slash).map(Array.init) {
      switch String(decoding: component, as: UTF8.self) {
      case ".": continue
      case "..":
        if place.popLast() == nil { return true }
      default:
        guard let next = self.links.first(where: { $0.path == place + [component] }) else {
          place.append(component)
          continue
        }
        // Where it leads from here on is that link's question.
        return leaves(next.destination, from: place, links: links + 1)
      }
    }
    return false
  }
}
