import Foundation
import Harness

/// A page in Chromium that takes drops and has things to drag: `Tests/Tools/drops.html`.
struct Page {
  let browser: OtherProgram
  let desktop: Desktop
  /// Where the things on it are, by their ids.
  let places: [String: (x: Int, y: Int)]

  /// Opens it at the right of the screen.
  ///
  /// - Parameter picture: the PNG that it shows.
  init(on desktop: Desktop, picture: [UInt8] = []) throws {
    self.desktop = desktop
    let folder = try desktop.fixture.folder.makeFolder("page")
    let page = try Data(contentsOf: URL(fileURLWithPath: Built.tool("drops.html")))
    let file = try desktop.fixture.folder.write("page/drops.html", page)
    try desktop.fixture.folder.write("page/picture.png", picture)
    browser = try OtherProgram(
      "/usr/bin/chromium",
      [
        // Its sandbox does not start as root, nor in most containers; it sees nothing but the page here.
        "--no-sandbox", "--test-type",
        "--ozone-platform=\(desktop.display.server == .x ? "x11" : "wayland")", "--disable-gpu",
        "--disable-dev-shm-usage", "--no-first-run", "--no-default-browser-check",
        "--disable-component-update", "--disable-background-networking", "--disable-breakpad",
        "--user-data-dir=\(folder)/profile", "--window-position=640,0", "--window-size=620,640",
        "--app=file://\(file)",
      ], on: desktop, at: (640, 0), size: (620, 640))
    let browser = browser
    var offset = 0
    places = try eventually(within: calm, "the page tells where things are") {
      // It sees motions only, and may answer with what it knew at the last but one.
      offset = 1 - offset
      let pointer = (x: 900 + offset, y: 400)
      try desktop.display.move(to: pointer)
      guard let seen: [String: [Double]] = try Self.details("seen", browser.title()) else {
        return nil
      }
      return seen.mapValues { (x: pointer.x + Int($0[0]), y: pointer.y + Int($0[1])) }
    }
  }

  /// What a page gets of a drop or of the clipboard.
  struct Dropped: Decodable, Equatable {
    struct File: Decodable, Equatable {
      let name: String
      let type: String
      let size: Int
      let sha256: String
    }
    let texts: [String: String]
    let files: [File]
  }

  /// Drags a card of a board onto it.
  func take(_ card: String, of app: App) throws -> Dropped {
    // Chromium answers a motion with what the page has said to an earlier one.
    var last = 0
    try desktop.drag(from: app.find("list item", card), to: (900, 400)) {
      guard let motions: Int = try Self.details("over", browser.title()), motions > last else {
        return false
      }
      last = motions
      return true
    }
    return try eventually(within: calm, "the page has got the drop") {
      try Self.details("dropped", browser.title())
    }
  }

  /// Drags something of it onto an empty list.
  func give(_ id: String, to app: App, _ list: String) throws {
    guard let place = places[id] else { throw HarnessFailure("the page has no “\(id)”") }
    try desktop.drag(
      from: place, to: list, of: app,
      begun: {
        // It hovers over the page itself first.
        let title = try browser.title()
        return title.hasPrefix("dragging ") || title.hasPrefix("over ")
      })
    // Meanwhile it takes no other press for the begin of a drag.
    try eventually(within: calm, "the page knows that the drag is over") {
      try browser.title().hasPrefix("dragged ")
    }
  }

  /// Pastes into it by keys.
  ///
  /// - Parameter former: what was pasted before; something else has been copied since.
  func paste(after former: Dropped? = nil) throws -> Dropped {
    try browser.focus()
    try desktop.display.strike("ctrl+v")
    return try eventually(within: calm, "the page has got what was copied") {
      let pasted: Dropped? = try Self.details("pasted", browser.title())
      return pasted == former ? nil : pasted
    }
  }

  /// Copies the text that is selected on it by keys.
  func copy() throws {
    try browser.focus()
    try desktop.display.strike("ctrl+c")
  }

  /// What the title tells of something.
  private static func details<Details: Decodable>(
    _ what: String, _ title: String
  ) throws -> Details? {
    guard title.hasPrefix("\(what) ") else { return nil }
    return try JSONDecoder().decode(Details.self, from: Data(title.dropFirst(what.count + 1).utf8))
  }
}
