import Foundation
import Harness

/// dragclip on a desktop, and what a person does with it in the shell.
struct ShellClipboard {
  let desktop: Desktop
  private let dragclip: Program

  /// Returns once it serves.
  init(on desktop: Desktop) throws {
    self.desktop = desktop
    let dragclip = try desktop.fixture.start(
      Built.dragclip, ["--verbose"], on: desktop.bus, environment: desktop.variables)
    self.dragclip = dragclip
    try eventually(within: calm, "dragclip serves") {
      guard dragclip.isRunning else {
        throw HarnessFailure("dragclip has ended: \(dragclip.standardError)")
      }
      return try desktop.dragctl("clipboard").exit == .success
    }
  }

  /// Runs dragctl, which has to succeed.
  @discardableResult
  func run(_ arguments: String...) throws -> Program.Result {
    let result = try desktop.fixture.run(Built.dragctl, arguments, on: desktop.bus)
    guard result.exit == .success else {
      throw HarnessFailure(
        "dragctl \(arguments.joined(separator: " ")): \(result.exit) \(result.error)")
    }
    return result
  }

  /// The types that are there; none where nothing is.
  func types() throws -> [String] {
    try desktop.dragctl("paste", "--list-types").output.split(separator: "\n").map(String.init)
  }

  /// Whether what is there is to be moved.
  func isCut() throws -> Bool {
    try desktop.dragctl("clipboard", "--json").output.contains("\"cut\":true")
  }

  func paste(_ type: String) throws -> [UInt8] {
    try run("paste", "--type", type, "--output", "-").outputBytes
  }

  /// Waits until a program has copied something of that type in place of what was there.
  func wait(for type: String) throws {
    try eventually(within: calm, "\(type) is on the clipboard") { try types().contains(type) }
  }
}
