import Foundation
import Harness
import Testing

/// Every part of a program that the documentation shows in Swift is one that a test runs. Whole programs of the pages
/// are targets of their own (LanguageTests).
@Suite struct ExampleTextTests {
  private static let root = URL(filePath: Built.packageRoot)
  private static let catalogue = "Sources/DragClient/DragClient.docc"

  /// What another test runs, or a manifest.
  private static func isElsewhere(_ code: String) -> Bool {
    // Those of LanguageTests/PagesTests, and what needs dragclip (ClipboardTests/LibraryTests).
    code.contains("swift-tools-version") || code.contains(".testTarget(")
      || code.contains("client.clipboard")
  }

  /// What tests run.
  private static func tested() throws -> String {
    let folder = root.appending(path: "Tests/DragClientTestingTests")
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var all = ""
    for case let file as URL in files where file.pathExtension == "swift" {
      all += plain(try String(contentsOf: file, encoding: .utf8))
    }
    return all
  }

  /// Without spaces and lines. A file's name stands for its path in a test's own folder.
  private static func plain(_ code: String) -> String {
    code.replacing(/folder\.path\(("[^"]+")\)/) { String($0.1) }.filter { !$0.isWhitespace }
  }

  /// Without the line that a file begins with.
  private static func blocks(in text: String) -> [String] {
    let start = /^import DragClient\n\n(?=\/\/ )/
    return text.matches(of: /```swift\n(.*?)```\n/.dotMatchesNewlines())
      .map { String($0.1).replacing(start, with: "") }.filter { !isElsewhere($0) }
  }

  @Test(arguments: [
    ("README.md", 1), ("\(catalogue)/DragClient.md", 3), ("\(catalogue)/MovingItems.md", 3),
    ("\(catalogue)/TestingYourApp.md", 3),
  ])
  func `what a page shows is tested`(_ page: String, _ count: Int) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    let (blocks, tested) = (Self.blocks(in: text), try Self.tested())
    #expect(blocks.count == count)
    for block in blocks { #expect(tested.contains(Self.plain(block)), "\(page): \(block)") }
  }

  @Test func `every page with parts of programs is looked at`() throws {
    let folder = Self.root.appending(path: Self.catalogue)
    let whole = ["DropsAndMoves", "InASandbox", "MainLoops", "TheSameScenario"]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where !(whole + ["DragClient", "MovingItems", "TestingYourApp"]).contains("\(name.dropLast(3))")
    {
      guard name.hasSuffix(".md") else { continue }
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      #expect(Self.blocks(in: text).isEmpty, "\(name) shows what no test runs")
    }
  }
}
