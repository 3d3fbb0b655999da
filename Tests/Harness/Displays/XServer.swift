/// An X server without a screen. It ends with the fixture.
package struct XServer {
  /// The value of DISPLAY.
  package let display: String
  package let process: Program

  /// - Parameters:
  ///   - size: the size of the screen, in pixels.
  ///   - authority: a file with the cookies that the server accepts; nil: it accepts every client.
  package init(
    _ fixture: Fixture, size: (width: Int, height: Int), authority: String? = nil
  ) throws {
    process = try fixture.start(
      "/usr/bin/Xvfb",
      [
        "-displayfd", "1", "-screen", "0", "\(size.width)x\(size.height)x24", "-nolisten", "tcp",
        "-noreset", "-extension", "GLX",
      ] + (authority.map { ["-auth", $0] } ?? []))
    display = ":" + (try process.firstLine())
  }
}
