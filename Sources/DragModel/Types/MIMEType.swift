/// A MIME type as the WHATWG MIME Sniffing standard parses and serialises it (section 4).
///
/// It stores only its serialised form, because there are very many types and most are only compared. Two types are
/// equal if their serialised forms are: the order of parameters counts.
package struct MIMEType: Hashable, Sendable {
  private let serialised: String

  /// Parses `text`; nil where the standard returns failure.
  package init?(_ text: String) {
    guard Self.endOfSerialisedEssence(text.utf8.span) == nil else {
      serialised = text
      return
    }
    var scanner = MIMETypeScanner(text)
    guard let essence = scanner.essence() else { return nil }
    serialised = scanner.parameters().reduce(into: essence) { $1.serialise(into: &$0) }
  }

  private init(serialised: String) {
    self.serialised = serialised
  }

  /// The type of unknown content.
  package static let octetStream = MIMEType(serialised: "application/octet-stream")
  package static let utf8Text = MIMEType(serialised: "text/plain;charset=utf-8")
  package static let uriList = MIMEType(serialised: "text/uri-list")
  /// A folder, as a tar archive with that folder at its top: a destination makes a folder of it again.
  package static let folderArchive = MIMEType(serialised: "application/x-tar;content=folder")
  /// A tar archive as a file.
  package static let archive = MIMEType(serialised: "application/x-tar")

  /// `type/subtype`, in lower case.
  package var essence: String {
    let end = offset(of: .semicolon)
    guard end < serialised.utf8.count else { return serialised }
    return String(serialised[..<serialised.utf8.index(serialised.startIndex, offsetBy: end)])
  }

  /// The part before the slash, in lower case.
  package var type: String {
    String(serialised[..<slash])
  }

  /// The part between the slash and the parameters, in lower case.
  package var subtype: String {
    let start = serialised.utf8.index(after: slash)
    let end = serialised.utf8[start...].firstIndex(of: .semicolon) ?? serialised.utf8.endIndex
    return String(serialised[start..<end])
  }

  var hasParameters: Bool { serialised.utf8.contains(.semicolon) }

  /// The parameters in their order, each name once.
  package var parameters: [Parameter] {
    guard let semicolon = serialised.utf8.firstIndex(of: .semicolon) else { return [] }
    if let only = onlyParameter(after: semicolon) { return [only] }
    var scanner = MIMETypeScanner(serialised)
    scanner.skipEssence()
    return scanner.parameters()
  }

  /// An upper bound for the number of parameters: a quoted value may contain semicolons too.
  var mostParameters: Int { serialised.utf8.count { $0 == .semicolon } }

  /// The only parameter, if it has no quotes: nearly every type with parameters has one such.
  private func onlyParameter(after semicolon: String.Index) -> Parameter? {
    let start = serialised.utf8.index(after: semicolon)
    let rest = serialised.utf8[start...]
    guard let equals = rest.firstIndex(of: .equals) else { return nil }
    let value = rest[rest.index(after: equals)...]
    guard !value.contains(where: { $0 == .semicolon || $0 == .quote }) else { return nil }
    return Parameter(
      name: String(serialised[start..<equals]), value: String(serialised[value.startIndex...]))
  }

  /// Whether `essence` equals `self.essence`, without making a string of it.
  func hasEssence(_ essence: String) -> Bool {
    begins(with: essence, before: .semicolon) || serialised == essence
  }

  /// Whether both have the same essence, without making a string of either.
  func hasSameEssence(as other: MIMEType) -> Bool {
    agrees(with: other, before: .semicolon)
  }

  /// Whether both have the same part before the slash.
  func hasSameType(as other: MIMEType) -> Bool {
    agrees(with: other, before: .slash)
  }

  /// Whether `type` equals `self.type`.
  func hasType(_ type: String) -> Bool {
    begins(with: type, before: .slash)
  }

  /// Whether `subtype` equals `self.subtype`.
  func hasSubtype(_ subtype: String) -> Bool {
    let (own, wanted) = (serialised.utf8.span, subtype.utf8.span)
    let start = offset(of: .slash) + 1
    let end = start + wanted.count
    guard end == own.count || end < own.count && own[end] == .semicolon else { return false }
    for index in wanted.indices {
      if own[start + index] != wanted[index] { return false }
    }
    return true
  }

  /// The end of the essence in a text that serialises to itself and has at most one parameter, as nearly every type
  /// does; nil for any other text. The check takes one pass and allocates nothing.
  static func endOfSerialisedEssence(_ bytes: Span<UInt8>) -> Int? {
    let slash = endOfToken(bytes, from: 0, capitals: false)
    guard slash > 0, slash < bytes.count, bytes[slash] == .slash else { return nil }
    let end = endOfToken(bytes, from: slash + 1, capitals: false)
    guard end > slash + 1 else { return nil }
    guard end < bytes.count else { return end }
    let equals = endOfToken(bytes, from: end + 1, capitals: false)
    guard bytes[end] == .semicolon, equals > end + 1, equals < bytes.count, bytes[equals] == .equals
    else { return nil }
    let isWhole =
      equals + 1 < bytes.count
      && endOfToken(bytes, from: equals + 1, capitals: true) == bytes.count
    return isWhole ? end : nil
  }

  private static func endOfToken(_ bytes: Span<UInt8>, from start: Int, capitals: Bool) -> Int {
    var index = start
    while index < bytes.count, bytes[index].isHTTPToken, capitals || !bytes[index].isCapital {
      index += 1
    }
    return index
  }

  /// The place of the first such byte, or the end.
  private func offset(of byte: UInt8) -> Int {
    let bytes = serialised.utf8.span
    var offset = 0
    while offset < bytes.count, bytes[offset] != byte { offset += 1 }
    return offset
  }

  private var slash: String.Index {
    // A parsed type has exactly one before its parameters.
    serialised.utf8.firstIndex(of: .slash) ?? serialised.utf8.endIndex
  }

  /// Whether both are the same up to the first `end`, or the end of the text.
  private func agrees(with other: MIMEType, before end: UInt8) -> Bool {
    let (one, other) = (serialised.utf8.span, other.serialised.utf8.span)
    let common = min(one.count, other.count)
    for index in 0..<common {
      if one[index] != other[index] { return false }
      if one[index] == end { return true }
    }
    if one.count == other.count { return true }
    return (one.count > common ? one[common] : other[common]) == end
  }

  private func begins(with prefix: String, before next: UInt8) -> Bool {
    let bytes = serialised.utf8.span
    let prefix = prefix.utf8.span
    guard bytes.count > prefix.count, bytes[prefix.count] == next else { return false }
    for index in 0..<prefix.count where bytes[index] != prefix[index] {
      return false
    }
    return true
  }
}

extension MIMEType: LosslessStringConvertible {
  /// The type as the standard serialises it.
  package var description: String { serialised }
}

extension MIMEType {
  /// A parameter of a MIME type, for example `charset=utf-8`.
  package struct Parameter: Hashable, Sendable {
    /// In lower case.
    package let name: String
    package let value: String

    fileprivate func serialise(into text: inout String) {
      text += ";"
      text += name
      text += "="
      guard value.isEmpty || !value.utf8.allSatisfy(\.isHTTPToken) else {
        text += value
        return
      }
      text += "\""
      for scalar in value.unicodeScalars {
        if scalar == "\"" || scalar == "\\" {
          text += "\\"
        }
        text.unicodeScalars.append(scalar)
      }
      text += "\""
    }
  }
}

extension MIMEType {
  /// The essence of a type; of a text that is no MIME type, the part before its parameters.
  package static func essence(of text: String) -> String {
    MIMEType(text)?.essence ?? String(text.prefix { $0 != ";" && $0 != " " })
  }
}
