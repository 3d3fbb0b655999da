internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import Translations

/// The name that something new gets, made of the one that its source states.
struct GivenName: Hashable {
  let bytes: [UInt8]
  /// The stated name, if it could not be kept.
  private(set) var former: String?

  /// A name that is followed as it is.
  init(own bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameters:
  ///   - suggestion: the stated name as text.
  ///   - exact: its bytes, if the source has stated them.
  ///   - change: what the content makes of a name, before the name is checked.
  ///   - safe: the safe name of a text.
  private init(
    _ suggestion: String?, _ exact: [UInt8]?, _ rule: FileName.Rule,
    change: ([UInt8]) -> [UInt8], safe: (String?) -> String
  ) {
    let stated = exact ?? suggestion.map { Array($0.utf8) }
    switch rule {
    case .exact:
      if let own = stated.flatMap({ FileName.own(change($0)) }) {
        bytes = own
        return
      }
    case .safe: break
    }
    bytes = Array(safe(suggestion ?? exact.map { String(decoding: $0, as: UTF8.self) }).utf8)
    if let stated, change(stated) != bytes { former = Argument(stated).text }
  }

  init(
    ofFile suggestion: String?, _ exact: [UInt8]?, type: MIMEType, _ rule: FileName.Rule
  ) {
    self.init(
      suggestion, exact, rule, change: { FileName.matching($0, type: type.description) },
      safe: { FileName.forFile(suggestion: $0, type: type.description) })
  }

  init(ofFolder suggestion: String?, _ exact: [UInt8]?, _ rule: FileName.Rule) {
    self.init(
      suggestion, exact, rule, change: { $0 },
      safe: { $0.flatMap(FileName.safe) ?? "folder" })
  }

  init(ofArchive suggestion: String?, _ exact: [UInt8]?, _ rule: FileName.Rule) {
    self.init(
      suggestion ?? "folder", exact, rule,
      change: { FileName.shortened($0 + Array(".tar".utf8)) },
      safe: { FileName.safe("\($0 ?? "folder").tar") ?? "folder.tar" })
  }

  /// For people: that the stated name could not be kept; nil if it was.
  var words: String? {
    former.map { translated("its name, “{name}”, was not safe", ["name": Printable.line($0)]) }
  }
}
