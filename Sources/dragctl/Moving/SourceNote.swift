internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Translations

/// The note that a source of moves writes before it offers: enough for another process to finish its moves.
struct SourceNote: Hashable {
  /// The secret that names the source to dragd.
  let cookie: String
  let files: [MovableFile]
  /// The machine whose dragd has the moves; nil for this one.
  let host: String?

  init(cookie: String, files: [MovableFile], host: String? = nil) {
    self.cookie = cookie
    self.files = files
    self.host = host
  }

  /// The start of such a note's name; 26 random characters follow.
  static let namePrefix = "source-"

  private static let title = "dragctl-source 1"
  /// With a host, of which earlier versions know nothing.
  private static let hostTitle = "dragctl-source 2"

  var text: String {
    var text = "\(host == nil ? Self.title : Self.hostTitle)\ncookie \(cookie)\n"
    if let host { text += "host \(PercentText.encoded(Array(host.utf8)))\n" }
    for file in files {
      let (place, identity) = (file.place, file.identity)
      text += "file \(file.key) \(identity.device) \(identity.inode) \(identity.size)"
      text += " \(identity.modified) \(place.noted)\n"
    }
    return text
  }

  /// Nil for any other text.
  init?(_ text: String) {
    let former = NoteLines(text, title: Self.title)
    guard var lines = former ?? NoteLines(text, title: Self.hostTitle),
      let cookie = lines.next("cookie", 1)?[0], !cookie.isEmpty
    else { return nil }
    var host: String?
    if former == nil {
      host = lines.next("host", 1).flatMap { PercentText.decoded($0[0]) }
        .flatMap { String(validating: $0, as: UTF8.self) }
      guard host?.isEmpty == false else { return nil }
    }
    var files: [MovableFile] = []
    while !lines.isAtEnd {
      guard let words = lines.next("file", 8), let file = Self.file(words) else { return nil }
      files.append(file)
    }
    self.init(cookie: String(cookie), files: files, host: host)
  }

  private static func file(_ words: [Substring]) -> MovableFile? {
    guard let device = UInt64(words[1]), let inode = UInt64(words[2]),
      let size = UInt64(words[3]), let modified = Int64(words[4]),
      let place = FilePlace(noted: words[5...])
    else { return nil }
    return MovableFile(
      key: String(words[0]), place: place,
      identity: FileIdentity(device: device, inode: inode, size: size, modified: modified))
  }

  /// Claims the cookie and deletes files that have moved away.
  ///
  /// - Parameters:
  ///   - hold: the hold of a file; nil where it was released, because the file was deleted.
  ///   - report: called for each file that this settles.
  /// - Returns: files that could not be deleted.
  func claim(
    on connection: BrokerConnection, timeout milliseconds: Int,
    hold: (MovableFile) -> FileHold?, report: (MovableFile, FilePlace.Deletion) -> Void
  ) throws(RequestError) -> [Undeleted] {
    try connection.claim(cookie, timeout: milliseconds) { move in
      guard let file = files.first(where: { $0.key == move.key }) else {
        return Refusal("transfer \(move.transfer) has moved a file that is not written down here")
      }
      do throws(Refusal) {
        report(file, try file.place.delete(file.identity, links: hold(file)?.links))
        return nil
      } catch {
        return error
      }
    }
  }
}

extension MovableFile {
  /// For people: what happened to the file after it had moved away.
  func words(_ deletion: FilePlace.Deletion) -> String { deletion.words(place.text) }
}

extension FilePlace.Deletion {
  /// For people, of the file that had this path.
  func words(_ path: String) -> String {
    switch self {
    case .deleted: translated("{path}: moved away, and deleted here", ["path": path])
    case .wasGone: translated("{path}: moved away", ["path": path])
    case .isAnother:
      translated(
        "{path}: moved away; what stands there now is another file, and is left alone",
        ["path": path])
    }
  }
}
