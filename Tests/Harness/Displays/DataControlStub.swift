/// A compositor that has only seats and their selections: Tests/Tools/data-control-compositor.py. No compositor of
/// Debian 12 has ext-data-control-v1; this one has both that and wlr-data-control-unstable-v1.
package struct DataControlStub {
  /// The value of WAYLAND_DISPLAY.
  package let socket: String
  package let process: Program

  package init(_ fixture: Fixture, _ arguments: [String] = []) throws {
    let socket = fixture.folder.path("stub-0")
    self.socket = socket
    process = try fixture.startWarm(
      Built.tool("data-control-compositor.py"), [socket] + arguments, input: .pipe)
    try process.waitForOutput("ready")
  }
}
