import Foundation
import Harness

/// A page in Chromium with a drop area and things to drag: `Tests/Tools/drops.html`.
struct Page {
  let browser: OtherProgram
  let desktop: Desktop
  /// The places of the things on the page, by their ids.
  let places: [String: (x: Int, y: Int)]

  /// Opens the page at the right of the screen.
  ///
  /// - Parameter picture: the PNG that it shows.
  init(on desktop: Desktop, picture: [UInt8] = []) throws {
    self.desktop = desktop
    let folder = try desktop.fixture.folder.makeFolder("page")
    let page = try Data(contentsOf: URL(fileURLWithPath: Built.tool("drops.html")))
    let file = try desktop.fixture.folder.write("page/drops.html", page)
    try desktop.fixture.folder.write("page/picture.png", picture)
    browser = try OtherProgram(
      "/usr/bin/chromium", Self.options(on: desktop, folder: folder, file: file), on: desktop,
      at: (640, 0), size: (620, 640))
    let browser = browser
    var offset = 0
    places = try eventually(within: Timeout.long, "the page tells where things are") {
      // The page learns of the pointer by motions only, and its title may be that of an earlier motion.
      offset = 1 - offset
      let pointer = (x: 900 + offset, y: 400)
      try desktop.display.move(to: pointer)
      guard let seen: [String: [Double]] = try Self.details("seen", browser.title()) else {
        return nil
      }
      return seen.mapValues { (x: pointer.x + Int($0[0]), y: pointer.y + Int($0[1])) }
    }
  }

  /// Chromium's options for one window with a file, whose profile is in a folder of the test.
  static func options(on desktop: Desktop, folder: String, file: String) -> [String] {
    [
      // Chromium's sandbox does not start as root, nor in most containers; here Chromium loads only this page.
      "--no-sandbox", "--test-type",
      "--ozone-platform=\(desktop.display.server == .x11 ? "x11" : "wayland")", "--disable-gpu",
      "--disable-dev-shm-usage", "--no-first-run", "--no-default-browser-check",
      "--disable-component-update", "--disable-background-networking", "--disable-breakpad",
      "--user-data-dir=\(folder)/profile", "--window-position=640,0", "--window-size=620,640",
      "--app=file://\(file)",
    ]
  }

  /// The content that a page gets from a drop or from the clipboard.
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

  /// Drags a card of a board onto the page.
  func drag(_ card: String, of app: App) throws -> Dropped {
    // Chromium answers a motion with the page's reply to an earlier one.
    var last = 0
    try desktop.drag(from: app.find("list item", card), to: (900, 400)) {
      guard let motions: Int = try Self.details("over", browser.title()), motions > last else {
        return false
      }
      last = motions
      return true
    }
    return try eventually(within: Timeout.long, "the page has got the drop") {
      try Self.details("dropped", browser.title())
    }
  }

  /// Drags something from the page onto an empty list.
  func give(_ id: String, to app: App, _ list: String) throws {
    guard let place = places[id] else { throw HarnessFailure("the page has no “\(id)”") }
    try desktop.drag(
      from: place, to: list, of: app,
      begun: {
        // The drag is over the page itself first.
        let title = try browser.title()
        return title.hasPrefix("dragging ") || title.hasPrefix("over ")
      })
    // Until then Chromium starts no other drag.
    try eventually(within: Timeout.long, "the page knows that the drag is over") {
      try browser.title().hasPrefix("dragged ")
    }
  }

  /// Pastes into the page with keys.
  ///
  /// - Parameter former: the content of the last paste; something else has been copied since.
  func paste(after former: Dropped? = nil) throws -> Dropped {
    try browser.focus()
    try desktop.display.strike("ctrl+v")
    return try eventually(within: Timeout.long, "the page has got what was copied") {
      let pasted: Dropped? = try Self.details("pasted", browser.title())
      return pasted == former ? nil : pasted
    }
  }

  /// Copies the selected text of the page with keys.
  func copy() throws {
    try browser.focus()
    try desktop.display.strike("ctrl+c")
  }

  /// The details that the page's title has under a name.
  private static func details<Details: Decodable>(
    _ what: String, _ title: String
  ) throws -> Details? {
    guard title.hasPrefix("\(what) ") else { return nil }
    return try JSONDecoder().decode(Details.self, from: Data(title.dropFirst(what.count + 1).utf8))
  }
}
