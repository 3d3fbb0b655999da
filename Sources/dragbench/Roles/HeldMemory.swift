internal import DragSystem
internal import Foundation

/// Holds 1 GiB in a memfd, as dragd would, until standard input ends.
enum HeldMemory {
  static func serve(_ arguments: [String]) throws {
    let memory = try Offers.memory(BigFile.gibibyte)
    try StandardStream.output.write(Array("ready\n".utf8))
    _ = FileHandle.standardInput.readDataToEndOfFile()
    withExtendedLifetime(memory) {}
  }
}
