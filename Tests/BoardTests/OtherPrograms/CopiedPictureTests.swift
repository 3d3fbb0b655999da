import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// A picture that a user of Chromium copies with the menu of the picture.
  @Suite struct CopiedPictureTests {
    @Test(arguments: onlyInTheRest)
    func aPictureThatChromiumHasCopiedIsPastedInTheShell(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let clipboard = try ShellClipboard(on: desktop)
        let picture = try desktop.makePicture("lake.png")
        let browser = try PicturePage(picture.bytes, on: desktop)
        try browser.copyPicture()
        try clipboard.wait(for: "image/png")
        let copied = try desktop.fixture.folder.write("copied.png", clipboard.paste("image/png"))
        // Chromium writes the picture anew, so its pixels are compared.
        #expect(try desktop.pixels(of: copied) == desktop.pixels(of: picture.path))
        let direct = try desktop.display.paste("image/png")
        #expect(try clipboard.paste("image/png") == direct)
        let types = try clipboard.types().filter(["image/png", "text/html"].contains)
        #expect(try types == desktop.display.copiedTypes().filter(types.contains))
      }
    }
  }
}

/// A page that has nothing but a picture, which has the focus.
private struct PicturePage {
  private let browser: OtherProgram
  private let desktop: Desktop

  init(_ picture: [UInt8], on desktop: Desktop) throws {
    self.desktop = desktop
    let folder = try desktop.fixture.folder.makeFolder("picture-page")
    let page = try Data(contentsOf: URL(fileURLWithPath: Built.tool("picture.html")))
    let file = try desktop.fixture.folder.write("picture-page/picture.html", page)
    try desktop.fixture.folder.write("picture-page/picture.png", picture)
    browser = try OtherProgram(
      "/usr/bin/chromium", Page.options(on: desktop, folder: folder, file: file), on: desktop,
      at: (640, 0), size: (620, 640))
    try waitFor("focused")
  }

  func copyPicture() throws {
    try browser.focus()
    try desktop.display.strike("Menu")
    try waitFor("asked")
    // “Copy image”
    try desktop.display.strike("y")
  }

  private func waitFor(_ title: String) throws {
    try eventually(within: Timeout.long, "the page says “\(title)”") {
      try browser.title().hasPrefix(title)
    }
  }
}

extension Desktop {
  /// The pixels of a picture, as ImageMagick reads them.
  fileprivate func pixels(of path: String) throws -> [UInt8] {
    let result = try fixture.run("/usr/bin/convert", [path, "-depth", "8", "rgba:-"])
    guard result.exit == .success, !result.outputBytes.isEmpty else {
      throw HarnessFailure("convert: \(result.error)")
    }
    return result.outputBytes
  }
}
