import Harness

/// A folder in Thunar, at the right of the screen.
struct FolderWindow {
  let manager: OtherProgram
  let desktop: Desktop
  private let view: Rectangle

  init(_ folder: String, on desktop: Desktop) throws {
    self.desktop = desktop
    let manager = try OtherProgram(
      "/usr/bin/thunar", [folder], on: desktop, at: (640, 0), size: (620, 500))
    self.manager = manager
    // Shows a list, because assistive technology sees no icons. The key is lost while the window is being made.
    try eventually(within: Timeout.long, "Thunar shows a list") {
      try manager.focus()
      try desktop.display.strike("ctrl+2")
      return (try? eventually(within: .seconds(5)) { try Self.header(of: manager) != nil })
        != nil
    }
    view = try manager.find("table column header", "Name")
  }

  private static func header(of manager: OtherProgram) throws -> Seen? {
    try manager.look().first { $0.role == "table column header" && $0.name == "Name" && $0.x >= 0 }
  }

  /// Whether Thunar reports in a dialog that there is nothing to paste.
  func hasNothingToPaste() throws -> Bool {
    try manager.look().contains { $0.name.contains("nothing on the clipboard") }
  }

  /// Gives the window the keyboard focus.
  func focus() throws { try manager.focus() }

  /// A file's place on the screen.
  func find(_ file: String) throws -> (x: Int, y: Int) {
    try manager.find("table cell", file).middle
  }

  /// Drags a card of a board onto the folder.
  func drag(_ card: String, of app: App) throws {
    let start = try app.findAtRest("list item", card)
    try desktop.drag(from: start, to: (view.x + 250, 400)) { try hasFrame() }
  }

  /// Whether GTK draws the green frame of a drop destination that accepts the drop.
  private func hasFrame() throws -> Bool {
    let edge = Rectangle(x: view.x - 3, y: 300, width: 8, height: 40)
    // The pixels follow the header of the picture.
    let picture = try desktop.display.pixels(of: edge)
    let colors = picture.suffix(edge.width * edge.height * 3).map { Int($0) }
    return stride(from: 0, to: colors.count, by: 3).contains { place in
      colors[place + 1] > 40 + max(colors[place], colors[place + 2])
    }
  }
}
