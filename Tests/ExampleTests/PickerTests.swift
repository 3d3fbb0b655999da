import Foundation
import Harness
import Testing

/// dragpick, as a user at a terminal uses it.
@Suite struct PickerTests {
  /// A picture of one color in the plainest format there is (ppm(5)).
  private static func picture(width: Int, height: Int) -> [UInt8] {
    Array("P6 \(width) \(height) 255\n".utf8)
      + (0..<width * height).flatMap { _ in [0x20, 0x60, 0xa0] as [UInt8] }
  }

  private func pick(
    _ body: (_ picker: Program, _ fixture: Fixture, _ bus: PrivateBus) throws -> Void
  ) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      _ = try fixture.start(Built.dragd, on: bus)
      let folder = try fixture.folder.makeFolder("pictures")
      _ = try fixture.folder.write("pictures/lake.ppm", Self.picture(width: 600, height: 400))
      _ = try fixture.folder.write("pictures/wood.ppm", Self.picture(width: 30, height: 40))
      _ = try fixture.folder.write("pictures/notes.txt", text: "no picture")
      // Nobody writes to it.
      #expect(mkfifo(fixture.folder.path("pictures/fifo.png"), 0o600) == 0)
      let picker = try fixture.start(
        "\(Built.folder)/dragpick", [folder], on: bus, output: .terminal(columns: 100, rows: 20))
      _ = try picker.waitForOutput("2 pictures")
      try body(picker, fixture, bus)
    }
  }

  private func dragctl(_ arguments: [String], _ fixture: Fixture, _ bus: PrivateBus) throws
    -> Program.Result
  {
    try fixture.run(Built.dragctl, arguments, on: bus)
  }

  @Test func `it shows the pictures of a folder and nothing else`() throws {
    try pick { picker, _, _ in
      let lines = picker.screen(columns: 100).lines
      #expect(lines[0].contains("lake.ppm") && lines[0].contains("600×400"))
      #expect(lines[1].contains("wood.ppm") && lines[1].contains("30×40"))
      #expect(!lines.contains { $0.contains("notes") })
    }
  }

  /// A picture that a camera on its side has made: the preview has to show both of its ends.
  @Test func `a picture that is turned is shown whole`() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      _ = try fixture.start(Built.dragd, on: bus)
      let path = try fixture.folder.write("turned.tiff", Self.turned(width: 400, height: 30))
      let picker = try fixture.start(
        "\(Built.folder)/dragpick", [path], on: bus, output: .terminal(columns: 100, rows: 20))
      _ = try picker.waitForOutput("1 pictures")
      let shown = picker.standardOutput
      for end in ["8;2;200;0;0m", "8;2;0;0;200m"] { #expect(shown.contains(end), "\(end)") }
    }
  }

  /// A picture with a red left and a blue right end, to be turned by a quarter (TIFF 6.0).
  private static func turned(width: Int, height: Int) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
    let pixels = (0..<width * height).flatMap { index -> [UInt8] in
      let x = index % width
      return x < width / 5 ? [200, 0, 0] : x < width * 4 / 5 ? [0, 200, 0] : [0, 0, 200]
    }
    let start = 8
    let depths = start + pixels.count
    // Tag, type (3: two bytes, 4: four bytes), count, value.
    let entries = [
      (256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, depths), (259, 3, 1, 1), (262, 3, 1, 2),
      (273, 4, 1, start), (274, 3, 1, 6), (277, 3, 1, 3), (278, 4, 1, height),
      (279, 4, 1, pixels.count), (284, 3, 1, 1),
    ]
    return Array("II*\0".utf8) + number(depths + 6, 4) + pixels + number(8, 2) + number(8, 2)
      + number(8, 2) + number(entries.count, 2)
      + entries.flatMap { number($0.0, 2) + number($0.1, 2) + number($0.2, 4) + number($0.3, 4) }
      + number(0, 4)
  }

  @Test func `what is chosen is on offer, with a thumbnail that is made on demand`() throws {
    try pick { picker, fixture, bus in
      try picker.write("\r")
      _ = try picker.waitForOutput("lake.ppm on offer")
      let thumbnail = try dragctl(["accept", "-t", "image/png"], fixture, bus)
      #expect(thumbnail.exit == .success)
      let png = thumbnail.outputBytes
      #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
      // The width and the height in its header (PNG specification, 11.2.1).
      #expect(png[16..<24].elementsEqual([0, 0, 1, 0, 0, 0, 0, 171]))
      _ = try picker.waitForOutput("lake.ppm was taken")
      let whole = try dragctl(["accept"], fixture, bus)
      #expect(whole.outputBytes == Self.picture(width: 600, height: 400))
    }
  }

  @Test func `several that are marked are one offer`() throws {
    try pick { picker, fixture, bus in
      try picker.write("  \r")
      _ = try picker.waitForOutput("2 pictures on offer")
      let taken = try dragctl(["accept", "--all", "-o", "."], fixture, bus)
      #expect(taken.exit == .success)
      for name in ["lake.ppm", "wood.ppm"] {
        #expect(FileManager.default.fileExists(atPath: fixture.folder.path(name)))
      }
    }
  }

  @Test func `a second press, and its end, withdraw the offer`() throws {
    try pick { picker, fixture, bus in
      try picker.write("\r")
      _ = try picker.waitForOutput("lake.ppm on offer")
      try picker.write("\r")
      _ = try picker.waitForOutput("no longer on offer")
      // The cursor key is three bytes.
      try picker.write("\u{1B}[B\r")
      _ = try picker.waitForOutput("wood.ppm on offer")
      try picker.write("q")
      #expect(try picker.wait().exit == .success)
      #expect(try dragctl(["list", "--json"], fixture, bus).output == "[]\n")
    }
  }

  @Test func `it says what is wrong with what it is given`() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      _ = try fixture.start(Built.dragd, on: bus)
      let empty = try fixture.folder.makeFolder("empty")
      let program = "\(Built.folder)/dragpick"
      let missing = try fixture.run(program, ["/nowhere"], on: bus)
      #expect(missing.exit == .exited(1))
      #expect(missing.error == "dragpick: “/nowhere” is not there; name a folder with pictures\n")
      let none = try fixture.run(program, [empty], on: bus)
      #expect(none.error == "dragpick: there is no picture in “\(empty)”\n")
      _ = try fixture.folder.write("empty/one.ppm", Self.picture(width: 3, height: 2))
      let piped = try fixture.run(program, [empty], on: bus)
      #expect(piped.exit == .exited(1))
      #expect(piped.error.contains("needs a terminal; “dragctl offer FILE…” does without one"))
    }
  }
}
