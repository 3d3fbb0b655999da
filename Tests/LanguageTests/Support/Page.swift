import Foundation
import Harness

/// A page of the documentation with whole programs. The paragraph above each program gives its name: “The source,
/// `source.py`:”.
enum Page: String, CaseIterable {
  case python = "PythonPrograms"
  case module = "PythonModule"
  case toolkits = "ToolkitDrags"
  case c = "CPrograms"
  case javaScript = "JavaScriptPrograms"
  case scenario = "TheSameScenario"
  case drops = "DropsAndMoves"
  case sandbox = "InASandbox"
  case loops = "MainLoops"

  struct Block {
    /// Nil without a name in the paragraph above.
    var name: String?
    var language: String
    var code: String
  }

  var text: String {
    get throws {
      try String(
        contentsOfFile: "\(Built.packageRoot)/Sources/DragClient/DragClient.docc/\(rawValue).md",
        encoding: .utf8)
    }
  }

  /// Every fenced block, in order.
  var blocks: [Block] {
    get throws {
      let fenced = /(?<above>[^\n]*)\n\n```(?<language>[a-z]+)\n(?<code>.*?\n)```\n/
        .dotMatchesNewlines()
      return try text.matches(of: fenced).map { match in
        let name = match.above.firstMatch(of: /`([\w.\/]+)`:$/)?.1
        return Block(
          name: name.map(String.init), language: String(match.language), code: String(match.code))
      }
    }
  }

  /// The code of a program.
  func program(_ name: String) throws -> String {
    guard let block = try blocks.first(where: { $0.name == name }) else {
      throw HarnessFailure("\(rawValue).md has no program `\(name)`")
    }
    return block.code
  }
}
