/// An X server without a screen. It ends with the fixture.
package struct XServer {
  /// What DISPLAY is to be.
  package let display: String
  package let process: Program

  /// - Parameter size: of its screen, in pixels.
  package init(_ fixture: Fixture, size: (width: Int, height: Int)) throws {
    process = try fixture.start(
      "/usr/bin/Xvfb",
      [
        "-displayfd", "1", "-screen", "0", "\(size.width)x\(size.height)x24", "-nolisten", "tcp",
        "-noreset",
      ])
    display = ":" + (try process.firstLine())
  }
}
