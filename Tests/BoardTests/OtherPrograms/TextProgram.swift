import Foundation
import Harness

/// A running dragtext.
struct TextProgram {
  let program: OtherProgram
  private let desktop: Desktop
  private let view: Rectangle

  init(on desktop: Desktop, at place: (x: Int, y: Int)) throws {
    self.desktop = desktop
    program = try OtherProgram(
      "\(Built.folder)/dragtext", [], on: desktop, at: place, size: (600, 400),
      border: desktop.display.border)
    view = try program.find("text", "Text")
  }

  /// A place in the first word, if that is long.
  var start: (x: Int, y: Int) { (view.x + 60, view.y + 17) }

  /// The place for a drop.
  var middle: (x: Int, y: Int) { view.middle }

  func type(_ text: String) throws {
    try program.focus()
    try desktop.display.type(text)
    try expect(text)
  }

  func selectFirstWord() throws {
    // Clicks beside the place where a drag starts: a press there would count as the third click.
    try desktop.display.move(to: (start.x - 30, start.y))
    try desktop.display.click(times: 2)
  }

  func isHovered() throws -> Bool {
    try program.look().contains { $0.role == "panel" && $0.name == "Text, hovered" }
  }

  /// Waits until the program has this text.
  func expect(_ text: String) throws {
    var last: String?
    do {
      try eventually(within: Timeout.long) {
        last = try program.look().first { $0.role == "text" }?.text
        return last == text
      }
    } catch {
      throw HarnessFailure("the text should be “\(text)”, but is “\(last ?? "none")”")
    }
  }

  /// Expects no warnings of GTK on standard error.
  func expectNoWarnings() throws {
    guard program.program.standardError.isEmpty else {
      throw HarnessFailure("it has warned:\n\(program.program.standardError)")
    }
  }
}

extension Desktop {
  /// The number of transfers that dragd has finished.
  func finishedTransfers() throws -> Int {
    struct Status: Decodable { let statistics: [String: Int] }
    let status = try dragctl("status", "--json").outputBytes
    return try JSONDecoder().decode(Status.self, from: Data(status))
      .statistics["transfers_finished"] ?? 0
  }
}
