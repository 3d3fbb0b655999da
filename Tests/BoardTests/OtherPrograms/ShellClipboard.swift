import Foundation
import Harness

/// dragclip on a desktop, and commands of the shell that use the clipboard.
struct ShellClipboard {
  let desktop: Desktop
  private let dragclip: Program

  /// Returns once dragclip serves calls.
  init(on desktop: Desktop) throws {
    self.desktop = desktop
    let dragclip = try desktop.fixture.start(
      Built.dragclip, ["--verbose"], on: desktop.bus, environment: desktop.variables)
    self.dragclip = dragclip
    try eventually(within: Timeout.long, "dragclip serves") {
      guard dragclip.isRunning else {
        throw HarnessFailure("dragclip has ended: \(dragclip.standardError)")
      }
      return try desktop.dragctl("clipboard").exit == .success
    }
  }

  /// Runs dragctl, which must succeed.
  @discardableResult
  func run(_ arguments: String...) throws -> Program.Result {
    let result = try desktop.fixture.run(Built.dragctl, arguments, on: desktop.bus)
    guard result.exit == .success else {
      throw HarnessFailure(
        "dragctl \(arguments.joined(separator: " ")): \(result.exit) \(result.error)")
    }
    return result
  }

  /// The types on the clipboard; empty if nothing is there.
  func types() throws -> [String] {
    try desktop.dragctl("paste", "--list-types").output.split(separator: "\n").map(String.init)
  }

  /// Whether the content of the clipboard is to be moved.
  func isCut() throws -> Bool {
    try desktop.dragctl("clipboard", "--json").output.contains("\"cut\":true")
  }

  /// Whether dragclip owns the clipboard.
  func isOwn() throws -> Bool {
    try desktop.dragctl("clipboard", "--json").output.contains("\"own\":true")
  }

  /// Waits until dragclip has read what a program has copied.
  func waitUntilHeld() throws {
    try eventually(within: Timeout.long, "dragclip holds the content") {
      try desktop.dragctl("clipboard", "--json").output.contains("\"held\":true")
    }
  }

  func paste(_ type: String) throws -> [UInt8] {
    try run("paste", "--type", type, "--output", "-").outputBytes
  }

  /// Waits until a program has copied content of that type in place of the old one.
  func wait(for type: String) throws {
    try eventually(within: Timeout.long, "\(type) is on the clipboard") {
      try types().contains(type)
    }
  }
}
