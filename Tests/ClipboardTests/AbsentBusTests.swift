import Harness
import Testing

/// The services without a session bus.
@Suite struct AbsentBusTests {
  @Test(arguments: ["dragd", "dragclip"])
  func `that there is no session bus is said once`(_ service: String) throws {
    try Fixture.run { fixture in
      let result = try fixture.run(
        service == "dragd" ? Built.dragd : Built.dragclip, [],
        environment: ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": ""])
      #expect(result.exit == .exited(1))
      let parts = result.error.split(separator: "session bus")
      #expect(parts.count == 2, "\(result.error)")
      #expect(result.error.contains("there is no session bus: neither"), "\(result.error)")
    }
  }
}
