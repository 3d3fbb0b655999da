internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Leaves out the newline that standard input ends with.
enum TrailingNewline {
  static func removed(from content: SourceContent) throws(Failure) -> SourceContent {
    return try mapError { () throws(SystemError) in
      switch content {
      case .lazy: return content
      case .data(let bytes): return bytes.last == newline ? .data(Array(bytes.dropLast())) : content
      case .file(let file): return .file(try removed(from: file))
      }
    } to: {
      Failure(.other, translated("standard input: {reason}", ["reason": $0.reason]))
    }
  }

  private static let newline = UInt8(ascii: "\n")

  private static func removed(from file: SharedDescriptor) throws(SystemError) -> SharedDescriptor {
    let size = try FileStatus(of: file.descriptor).size
    guard size > 0, try file.descriptor.read(upTo: 1, at: size - 1) == [newline] else {
      return file
    }
    let memory = try Memfd.create("dragctl")
    try Copy.bytes(size - 1, from: file.descriptor, to: memory)
    try Memfd.seal(memory)
    return SharedDescriptor(memory)
  }
}
