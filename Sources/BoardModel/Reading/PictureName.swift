internal import DragModel
internal import Foundation

/// The file name of a picture that came without one. Browsers name it beside the type of mere bytes,
/// `application/octet-stream;name="lake.png"`; others offer the picture's address beside it.
enum PictureName {
  private static let bytesType = "application/octet-stream"

  /// The type to read beside a picture: a list of addresses, or a link; none where the picture's own type names it.
  ///
  /// - Parameter picture: the picture's type, or that of mere bytes, which may be one.
  static func wanted(of types: [String], beside picture: String) -> [String] {
    guard MIMEType.is(picture, { $0.isImage || $0.essence == bytesType }), name(in: picture) == nil
    else { return [] }
    let address =
      types.first { MIMEType.is($0, \.isURIList) }
      ?? types.first { MIMEType.is($0, \.isLink) }
    return address.map { [$0] } ?? []
  }

  /// The item with the name of its picture, and without the addresses that were read for that: the paths of files are
  /// soon wrong, and programs would take the address instead of the picture.
  ///
  /// - Parameter offered: the item with the types that it came with.
  static func naming(_ item: IncomingItem, offered: IncomingItem) -> IncomingItem {
    let picture = item.first(\.isImage)
    guard picture != nil || item.first({ $0.essence == bytesType }) != nil else { return item }
    var item = item
    if let picture, item.name == nil {
      item.name = name(of: offered).map { fitting($0, picture.type) }
    }
    item.representations.removeAll { MIMEType.is($0.type, CardLink.isAddress) }
    return item
  }

  private static func name(of item: IncomingItem) -> String? {
    let named = item.representations.lazy.compactMap { name(in: $0.type) }.first
    return named ?? item.representations.lazy.compactMap { address($0).flatMap(fileName) }.first
  }

  /// The name beside the type of mere bytes.
  private static func name(in type: String) -> String? {
    guard let type = MIMEType(type), type.essence == bytesType else { return nil }
    return type.parameters.first { $0.name == "name" }.flatMap { FileName.safe($0.value) }
  }

  /// The address of a list that has only this one, or of a link.
  private static func address(_ one: (type: String, content: Content)) -> String? {
    guard MIMEType.is(one.type, CardLink.isAddress), one.content.size <= Staging.threshold,
      let bytes = try? one.content.bytes()
    else { return nil }
    let list = MIMEType.is(one.type, \.isLink) ? Array((Link(bytes)?.uri ?? "").utf8) : bytes
    guard let entries = try? URIList.parse(list), entries.count == 1 else { return nil }
    switch entries[0] {
    case .local(let path): return path
    case .other(let uri): return uri
    }
  }

  /// The last part of a path or of an address, if it ends as the name of a picture does.
  private static func fileName(_ address: String) -> String? {
    let isPath = address.hasPrefix("/")
    let path = isPath ? address[...] : address.prefix { $0 != "?" && $0 != "#" }
    guard isPath || HTMLLink.address(address) != nil,
      let last = URIList.lastComponent(of: String(path)),
      let name = FileName.safe(isPath ? last : last.removingPercentEncoding ?? last),
      type(of: name).hasPrefix("image/")
    else { return nil }
    return name
  }

  /// The name with the ending of the picture's type: browsers make a PNG of any picture.
  private static func fitting(_ name: String, _ picture: String) -> String {
    let own = type(of: name)
    guard own != MIMEType.essence(of: picture), let ending = FileEnding.ending(for: picture)
    else { return name }
    let stem = own.hasPrefix("image/") ? FileName.split(name).stem : name
    return FileName.safe("\(stem).\(ending)") ?? name
  }

  private static func type(of name: String) -> String { FileType.infer(name: name, firstBytes: []) }
}
