internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Text in UTF-16, which a byte order mark tells from other bytes: programs that paste text want it in UTF-8.
enum MarkedText {
  /// The text is converted in memory.
  private static let largest: UInt64 = 64 << 20

  /// The content of standard input, whose type nobody has stated, in UTF-8 where it is such text.
  static func utf8(of content: SourceContent) throws(Failure) -> SourceContent {
    try mapError { () throws(SystemError) in
      switch content {
      case .lazy: return content
      case .data(let bytes): return try UTF16Text.utf8(ofUnknown: bytes).map(held) ?? content
      case .file(let file):
        let size = try FileStatus(of: file.descriptor).size
        guard size <= largest, UTF16Text.isMarked(try file.descriptor.read(upTo: 2, at: 0)),
          let text = UTF16Text.utf8(
            ofUnknown: try file.descriptor.read(upTo: Int(size), at: 0))
        else { return content }
        return try held(text)
      }
    } to: {
      Failure(.other, translated("standard input: {reason}", ["reason": $0.reason]))
    }
  }

  private static func held(_ text: [UInt8]) throws(SystemError) -> SourceContent {
    guard text.count > Lengths.data else { return .data(text) }
    return .file(SharedDescriptor(try Memfd.create("dragctl", containing: text)))
  }
}
