internal import CLinux
internal import DBus
internal import Foundation

/// GNOME's compositor without a screen. Its X server starts with the first X11 program. Both end with the fixture.
package struct Mutter {
  /// The variables by which programs find both displays.
  package let environment: [String: String]
  private let program: Program
  private let bus: PrivateBus
  private let fixture: Fixture

  /// - Parameter bus: the bus on which mutter owns its name.
  package init(_ fixture: Fixture, on bus: PrivateBus) throws {
    self.bus = bus
    self.fixture = fixture
    let runtime = fixture.folder.path("runtime")
    program = try fixture.start(
      "/usr/bin/bwrap",
      // mutter requires a world-writable folder for X11's sockets. Programs outside of the mount use the abstract
      // sockets.
      ["--dev-bind", "/", "/", "--perms", "1777", "--tmpfs", "/tmp/.X11-unix"]
        + ["/usr/bin/mutter", "--headless", "--virtual-monitor", "800x600", "--wayland"],
      on: bus,
      environment: [
        "LIBGL_ALWAYS_SOFTWARE": "1", "GSETTINGS_BACKEND": "memory", "DISPLAY": "",
        "WAYLAND_DISPLAY": "",
      ])
    let mutter = program
    fixture.atEnd {
      // On SIGTERM mutter removes the lock files of its displays; bwrap(1) ends with it.
      for child in Self.children(of: mutter.processIdentifier) { CLinux.kill(child, SIGTERM) }
      _ = try? mutter.wait(untilOutputEnds: false)
    }
    let before = "Using public X11 display "
    let messages = try mutter.waitForError("for managed services)")
    let display = messages.split(separator: before, maxSplits: 1)[1].prefix { $0 != "," }
    let connection = try Connection.open(address: bus.address)
    try eventually("mutter has its name") {
      guard mutter.isRunning else { throw HarnessFailure("mutter: \(mutter.standardError)") }
      return try connection.hasOwner("org.gnome.Mutter.RemoteDesktop")
    }
    let cookies = try Self.cookies(in: runtime)
    environment = [
      "DISPLAY": String(display), "XAUTHORITY": cookies, "WAYLAND_DISPLAY": "wayland-0",
    ]
  }

  /// Ends mutter with SIGKILL.
  package func kill() {
    CLinux.kill(-program.processIdentifier, SIGKILL)
  }

  /// Wayland programs without a window use the clipboard only where the seat has a keyboard. A session of mutter's
  /// interface for remote desktops adds one with its first key.
  package func plugKeyboardIn() throws {
    let connection = try Connection.open(address: bus.address)
    fixture.atEnd { connection.close() }
    let service = "org.gnome.Mutter.RemoteDesktop"
    let create = try Message.call(
      to: service, path: "/org/gnome/Mutter/RemoteDesktop", interface: service,
      member: "CreateSession")
    var reply = try connection.callAndWait(create, timeout: 20_000).read()
    let session = try reply.path()
    let shift: UInt32 = 42
    for (member, isDown) in [
      ("Start", nil), ("NotifyKeyboardKeycode", true), ("NotifyKeyboardKeycode", false),
    ] {
      let call = try Message.call(
        to: service, path: session, interface: "\(service).Session", member: member)
      if let isDown {
        try call.write { writer throws(BusError) in
          try writer.append(shift)
          try writer.append(isDown)
        }
      }
      _ = try connection.callAndWait(call, timeout: 20_000)
    }
  }

  private static func children(of process: Int32) -> [Int32] {
    let list = try? String(
      contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return (list ?? "").split(separator: " ").compactMap { Int32($0) }
  }

  private static func cookies(in folder: String) throws -> String {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    guard let name = files.first(where: { $0.hasPrefix(".mutter-Xwaylandauth.") }) else {
      throw HarnessFailure("mutter has written no cookies for its X server")
    }
    return "\(folder)/\(name)"
  }
}

extension Connection {
  /// Whether a name has an owner on the bus.
  fileprivate func hasOwner(_ name: String) throws -> Bool {
    let call = try Message.call(
      to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
      member: "NameHasOwner")
    try call.write { writer throws(BusError) in try writer.append(name) }
    var reader = try callAndWait(call, timeout: 20_000).read()
    return try reader.bool()
  }
}
