import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// Files that a program of GTK 4 copies as such, and not as a text that it has written itself.
@Suite struct FileListTests {
  /// What GTK makes of a list of files; the first one is the second since GTK 4.24.
  private static let types = ["text/uri-list", "text/plain;charset=utf-8"]

  @Test(arguments: Extent.part(of: [DisplayServer.x11, .wayland, .mutter]) { $0 == .x11 })
  func `they are pasted in the shell, with equal bytes`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let folder = session.fixture.folder
      let paths = [
        try folder.write("ä b.bin", text: "first"), try folder.write("c", text: "second"),
      ]
      try session.copyFiles(paths)
      let present = try session.current("the files are there") {
        $0.targets.contains("text/uri-list") && !$0.isOwn
      }
      #expect(Set(present.targets).isSuperset(of: Self.types), "\(present.targets)")
      func pasted(_ words: String...) throws -> Program.Result {
        try session.fixture.run(Built.dragctl, ["paste"] + words, on: session.bus)
      }
      let listed = try pasted("--list-types").output.split(separator: "\n").map(String.init)
      #expect(Set(listed).isSuperset(of: Self.types), "\(listed)")
      for type in Self.types {
        // A program that pastes without dragd gets the same.
        let direct = try session.paste(type)
        #expect(try pasted("--type", type, "--output", "-").outputBytes == direct.outputBytes)
        let names = direct.output.removingPercentEncoding ?? ""
        #expect(paths.allSatisfy(names.contains), "\(type): \(direct.output)")
      }
      let other = try folder.makeFolder("other")
      let result = try pasted("--output", other)
      #expect(result.exit == .success, "\(result.error)")
      #expect(try String(contentsOfFile: "\(other)/ä b.bin", encoding: .utf8) == "first")
      #expect(try String(contentsOfFile: "\(other)/c", encoding: .utf8) == "second")
    }
  }
}

extension ClipboardSession {
  /// Has a program of GTK 4 copy files.
  fileprivate func copyFiles(_ paths: [String]) throws {
    // sway has no keyboard of its own, and a window needs one to get the focus.
    let keyboard = kind == .wayland ? try startKeyboard() : nil
    let owner = try fixture.start(
      "/usr/bin/python3", [Built.tool("gtk-clipboard.py"), "4", "own-files"] + paths,
      environment: variables.merging(["GDK_BACKEND": kind.isWayland ? "wayland" : "x11"]) { $1 },
      input: .pipe)
    if let keyboard {
      try owner.waitForOutput("active")
      try keyboard.write("press a\nrelease a\n")
    }
    try owner.waitForOutput("owns")
  }

  private func startKeyboard() throws -> Program {
    let keyboard = try fixture.start(
      Built.tool("wayland-input"), ["640", "480"], environment: variables, input: .pipe)
    // It answers once the compositor knows of it.
    try keyboard.write("move 0 0\n")
    try keyboard.waitForOutput("done")
    return keyboard
  }
}
