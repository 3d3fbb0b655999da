internal import CLinux
internal import DragSystem

/// Writes SIZE bytes to standard output for every line of standard input.
enum PlainWriter {
  static func serve(_ arguments: [String]) throws {
    guard let size = arguments.first.flatMap({ Int($0) }) else {
      throw BenchFailure("writer SIZE")
    }
    let output = try StandardStream.output.duplicate()
    while readLine() != nil {
      guard ChunkWriter.write(size, to: output) else { return }
    }
  }
}
