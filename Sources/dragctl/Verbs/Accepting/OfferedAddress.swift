internal import CommandLineArguments
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Finds the address of a file in a list of addresses that the command line has not requested: saved as a file, such a
/// list would look like the item itself.
final class OfferedAddress {
  private var start: [UInt8] = []
  private(set) var address: [UInt8]?

  /// Bytes in which the first address is looked for.
  private static let limit = 1 << 16

  /// Whether no address of a file has come yet.
  func admits(_ bytes: [UInt8]) -> Bool {
    guard start.count < Self.limit else { return true }
    start += bytes.prefix(Self.limit - start.count)
    address = FileURI.uris(inList: start).first {
      $0.prefix(5).map { $0 | 0x20 }.elementsEqual("file:".utf8)
    }
    return address == nil
  }

  /// Throws if a complete file has only the address of a file.
  static func check(_ content: SharedDescriptor) throws(Failure) {
    let found = OfferedAddress()
    let bytes = try mapError { () throws(SystemError) in
      try content.descriptor.read(upTo: limit, at: 0)
    } to: {
      Failure(.other, $0.reason)
    }
    guard found.admits(bytes) else { throw found.failure }
  }

  var failure: Failure {
    let text = Printable.line(Argument(address ?? []).text)
    return Failure(
      .nothingAcceptable,
      translated("what is offered is only the address of a file or folder: {text}", ["text": text]),
      hint: translated("To have the address itself: --type text/uri-list"))
  }

  /// Whether one of the types that a person names asks for addresses.
  static func isWanted(_ types: [String]) -> Bool {
    types.contains { MIMEType($0)?.essence == MIMEType.uriList.essence }
  }
}

extension MIMEType {
  /// Whether content of this type is the archive of a folder, which dragctl unpacks.
  var isFolder: Bool { self == .folderArchive }

  /// Whether one of the types that a person names asks for an archive as a file.
  static func namesArchive(_ types: [String]) -> Bool {
    types.contains { MIMEType($0)?.essence == MIMEType.archive.essence }
  }
}
