import Foundation
import Harness
import Testing

@testable import dragctl

/// Every example of the manuals does what the manual says.
@Suite struct ManualExampleTests {
  /// Stand-ins for the programs of others; each prints its arguments or input.
  private static let stubs = [
    "pass": #"echo "secret of $2""#,
    "rsvg-convert": #"echo "PNG of $1""#,
    "lpr": "cat > printed",
    "display": "cat > displayed",
    "dmesg": "echo 'what the kernel says'",
    "fd": #"ls *."$2""#,
  ]

  @Test(arguments: try ManualExample.all())
  func everyExampleDoesWhatItIsFor(_ example: ManualExample) throws {
    let text = example.lines.joined(separator: "\n")
    let way = try #require(
      ExampleWay.all[text], "write how to run it, and what must be true then, into ExampleWay")
    guard try isInstalled(way.shell) else { return }
    try Fixture.run { fixture in
      for (name, body) in Self.stubs {
        let path = try fixture.folder.write("bin/\(name)", text: "#!/bin/sh\n\(body)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
      let services = [PrivateBus.Service("org.dragd.Broker1", [Built.dragd])]
      let bus = try fixture.bus(.dbusDaemon, services: way.hasBroker ? services : [])
      var environment = [
        "PATH": "\(fixture.folder.path("bin")):\(Built.folder):/usr/local/bin:/usr/bin:/bin",
        "DISPLAY": "", "WAYLAND_DISPLAY": "",
      ]
      if way.hasClipboard {
        environment["DISPLAY"] = try XServer(fixture, size: (640, 480)).display
        let dragclip = try fixture.start(Built.dragclip, on: bus, environment: environment)
        try eventually("dragclip is there: \(dragclip.standardError)") {
          let result = try fixture.run(
            Built.dragctl, ["clipboard"], on: bus, environment: environment)
          return result.exit == .success
        }
      }
      let folder = try fixture.folder.makeFolder("work")
      try fixture.folder.write("script", text: way.script(for: example.lines))
      let result = try fixture.run(
        "/usr/bin/env", [way.shell, fixture.folder.path("script")], on: bus,
        environment: environment, workingFolder: folder)
      #expect(result.exit == .success, "\(text)\n\(result.output)\n\(result.error)")
    }
  }

  private func isInstalled(_ shell: String) throws -> Bool {
    try Program.run("/bin/sh", ["-c", "command -v \(shell)"]).exit == .success
  }

  @Test func noWayIsThereWithoutItsExample() throws {
    let examples = Set(try ManualExample.all().map { $0.lines.joined(separator: "\n") })
    #expect(Set(ExampleWay.all.keys).subtracting(examples) == [])
  }
}

extension ExampleWay {
  /// A script that ends with the first failure, and then ends what it has started.
  func script(for lines: [String]) -> String {
    let isBash = shell == "bash"
    var script =
      isBash ? "trap 'status=$?; kill $(jobs -p) 2> /dev/null || true; exit $status' EXIT\n" : ""
    if shell != "fish" { script += "set -e\n" }
    script += before + "\n"
    for (index, line) in lines.enumerated() {
      // The id of a card is not known before.
      var line = line.replacing(/4fb1(6d08)?/, with: "$(cat card)")
      if let folder = folders[index] { line = "(cd \(folder); \(line))" }
      if let ready = staying[index] {
        script += "\(line) > out.\(index) 2> >(tee err.\(index) >&2) &\n"
        script += "until \(ready) > /dev/null 2>&1; do sleep 0.02; done\n"
      } else if isBash, !line.hasPrefix("source") {
        script += "set -o pipefail\n{ \(line)\n} > out.\(index)\nset +o pipefail\n"
      } else {
        script += line + "\n"
      }
    }
    return script + after + "\n"
  }
}
