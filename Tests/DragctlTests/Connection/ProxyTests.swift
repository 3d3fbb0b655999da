import Foundation
import Harness
import Testing

/// dragctl in a Flatpak that may talk to dragd: xdg-dbus-proxy between it and the bus, and a root of its own.
@Suite(.enabled(if: Sandbox.unavailable == nil, "no private mounts here"))
struct ProxyTests {
  /// What a program of the sandbox does alone, and with another one.
  static let scripts = [
    "holds and takes": """
    printf kept | dragctl offer --name note.txt - > id
    dragctl list | grep -q note.txt && dragctl show "$(cat id)" | grep -q text/plain
    [ "$(dragctl accept "$(cat id)")" = kept ] && dragctl types "$(cat id)" && dragctl status
    """,
    "makes content when it is asked": """
    dragctl offer --exec 'text/plain=printf made' > id & wait_for_line id
    for _ in 1 2 3; do [ "$(dragctl accept "$(cat id)")" = made ]; done
    kill %1
    """,
    "has a target": """
    mkdir inbox && printf dropped > letter.txt
    dragctl target Inbox -o inbox & until dragctl targets | grep -q Inbox; do :; done
    dragctl drop letter.txt --on Inbox
    cmp letter.txt inbox/letter.txt && dragctl targets
    kill %1
    """,
    "moves": """
    mkdir there && printf moved > letter.txt
    dragctl offer --operations move letter.txt > id & source=$!; wait_for_line id
    dragctl accept --move "$(cat id)" -o there/
    wait $source
    [ ! -e letter.txt ] && [ "$(cat there/letter.txt)" = moved ] && dragctl recover
    """,
    "watches": """
    dragctl watch --json > seen & dragctl offer --text first > id
    until grep -q "$(cat id)" seen; do :; done
    kill %1
    """,
  ]

  @Test(arguments: PrivateBus.Kind.allCases, scripts.keys.sorted())
  func `a program in a Flatpak`(bus: PrivateBus.Kind, what: String) throws {
    try Shell.run(bus) { shell in
      let socket = shell.folder.path("proxied")
      func sandboxed(_ command: String...) -> [String] { Sandbox.command() + command }
      let proxy = sandboxed(
        "xdg-dbus-proxy", shell.bus.address, socket, "--filter", "--talk=org.dragd.Broker1")
      _ = try shell.fixture.start(proxy[0], Array(proxy.dropFirst()))
      try eventually("the proxy to listen") { FileManager.default.fileExists(atPath: socket) }
      let script = "set -e; wait_for_line() { until [ -s $1 ]; do :; done; }\n"
      let program = sandboxed("/bin/bash", "-c", script + (Self.scripts[what] ?? "false"))
      let result = try shell.fixture.run(
        program[0], Array(program.dropFirst()), on: shell.bus,
        environment: [
          "PATH": "\(Built.folder):/usr/bin:/bin",
          "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socket)",
        ])
      #expect(result.exit == .success, "\(result.output)\(result.error)")
    }
  }
}
