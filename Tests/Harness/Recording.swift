internal import Foundation

/// What a program has put on the clipboard, as Tests/Tools/record-clipboard has recorded it: a file of
/// Tests/Recordings.
package struct Recording: Sendable, CustomStringConvertible {
  /// What a person has copied.
  package enum Meaning: String, Decodable, Sendable {
    case text
    case picture
    case files
    case cutFiles = "cut files"
    case address
    case secret
    case anything
  }

  package struct Target: Sendable {
    package let name: String
    /// As the program gave it, or its start; nil where it refused, and where nobody may ask for it.
    package let content: [UInt8]?
  }

  /// The name of its file, without the ending.
  package let name: String
  /// Whether it was recorded on Wayland.
  package let isOfWayland: Bool
  package let meaning: Meaning
  /// The text that a person expects; nil where it is no text.
  package let text: String?
  /// The paths below a folder of the files that were copied.
  package let files: [String]
  /// In the program's order, without those that each owner on X11 has.
  package let targets: [Target]

  package var description: String { name }

  /// All recordings, for programs that see the files of the copy in `folder`.
  package static func all(in folder: String = placeholder) throws -> [Recording] {
    let place = "\(Built.packageRoot)/Tests/Recordings"
    return try FileManager.default.contentsOfDirectory(atPath: place).sorted().map { file in
      let bytes = try Data(contentsOf: URL(filePath: "\(place)/\(file)"))
      let stored = try JSONDecoder().decode(Stored.self, from: bytes)
      return Recording(String(file.dropLast(".json".count)), stored, folder)
    }
  }

  /// The folder of the copied files in a recording.
  package static let placeholder = "/mnt/recorded"

  /// Makes the files that were copied. Each has its own path below the folder as content.
  package func makeFiles(in folder: String) throws {
    for file in files {
      let path = URL(filePath: "\(folder)/\(file)")
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.utf8).write(to: path)
    }
  }

  /// The arguments with which Tests/ClipboardOwner copies it; makes the files that it reads. What the program refused
  /// is a file that is not there.
  package func ownerArguments(in folder: String) throws -> [String] {
    try targets.enumerated().map { index, target in
      let path = "\(folder)/target-\(index)"
      if let content = target.content { try Data(content).write(to: URL(filePath: path)) }
      return "\(target.name)@\(path)"
    }
  }

  /// The bytes of a target; nil for none.
  package func content(of target: String) -> [UInt8]? {
    targets.first { $0.name == target }?.content
  }

  private init(_ name: String, _ stored: Stored, _ folder: String) {
    self.name = name
    isOfWayland = stored.display == "Wayland"
    meaning = stored.meant
    text = stored.text?.replacing(Self.placeholder, with: folder)
    files = stored.files ?? []
    targets = stored.targets.filter { !Self.ownTargets.contains($0.name) }.map { target in
      let bytes = target.text.map { Array($0.replacing(Self.placeholder, with: folder).utf8) }
      return Target(name: target.name, content: bytes ?? target.base64.map(Array.init))
    }
  }

  /// Those that every owner on X11 answers by itself.
  private static let ownTargets: Set = ["TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS"]

  private struct Stored: Decodable {
    let display: String
    let meant: Meaning
    let text: String?
    let files: [String]?
    let targets: [StoredTarget]
  }

  private struct StoredTarget: Decodable {
    let name: String
    let text: String?
    let base64: Data?
  }
}
