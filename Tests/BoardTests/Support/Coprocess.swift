import Harness

/// A program that answers each line with a line.
final class Coprocess {
  private let tool: Program
  private var heard = 0

  init(_ tool: Program) {
    self.tool = tool
  }

  /// The answer, without the newline.
  func ask(_ question: String) throws -> [UInt8] {
    try tool.write(question + "\n")
    var line: [UInt8] = []
    while true {
      guard let more = try tool.waitForOutput(after: heard + line.count), !more.isEmpty else {
        throw HarnessFailure("\(tool.name) says nothing: \(tool.standardError)")
      }
      line += more
      guard let end = line.firstIndex(of: 0x0A) else { continue }
      heard += end + 1
      return Array(line[..<end])
    }
  }

  func end() { tool.close() }
}
