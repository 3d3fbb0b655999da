import Harness
import Testing

extension AmongPrograms {
  /// A text goes from a browser, which the user quits, to all the places where it is wanted.
  @Suite struct DayTests {
    @Test(arguments: usually(.wayland))
    func aTextOutlivesTheBrowserInAnEditorTheShellAndABoard(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let text = "Take the path by the mill – 3 km"
        let clipboard = try ShellClipboard(on: desktop)
        let page = try Page(on: desktop)
        try page.copy()
        try clipboard.wait(for: "text/html")
        try clipboard.waitUntilHeld()
        try page.quit()
        try eventually(within: Timeout.long, "dragclip owns the text") {
          try clipboard.isOwn()
        }
        let entry = try Entry("4", "", on: desktop)
        try entry.press("ctrl+v", until: "\(text)||")
        #expect(try clipboard.run("paste").output == text)
        let html = String(decoding: try clipboard.paste("text/html"), as: UTF8.self)
        #expect(html.contains("<span") && html.contains(text), "\(html)")
        #expect(try clipboard.run("paste", "--history", "1").output == text)
        try desktop.fill(["To Do": ["one"]])
        let board = try desktop.start(width: 620)
        try board.paste(after: "one")
        try board.expect(["To Do": ["one", text]])
      }
    }
  }
}

extension Page {
  /// Closes its only window with keys, as a user does, and waits until the browser has ended by itself.
  fileprivate func quit() throws {
    try browser.focus()
    try desktop.display.strike("ctrl+w")
    #expect(try browser.program.wait(within: Timeout.long, untilOutputEnds: false).exit == .success)
  }
}
