import Foundation
import Harness
import Testing

extension AmongPrograms {
  /// Ordinary drags of toolkits that carry an offer: the programs of the page “Drags and clipboards of toolkits”.
  @Suite struct OfferDragTests {
    /// A program with a window of 300 by 300, whose upper half is dragged and whose lower half takes.
    enum Toolkit: String, CaseIterable, CustomTestStringConvertible {
      case gtkPython = "drag_gtk.py"
      case gtkC = "drag_gtk.c"
      case qt = "drag_qt.py"

      var testDescription: String { rawValue }
      var item: String { self == .gtkC ? "note.txt" : "squares.csv" }

      var file: String { "\(Built.packageRoot)/Tests/LanguagePrograms/Toolkits/\(rawValue)" }

      /// The command, compiled where it must be.
      func command(_ folder: TemporaryFolder) throws -> [String] {
        guard self == .gtkC else { return ["/usr/bin/python3", file] }
        let code = try String(contentsOfFile: file, encoding: .utf8)
        guard let command = code.firstMatch(of: /\/\/ cc \S+ -o \S+ (.*)\n/)?.1 else {
          throw HarnessFailure("\(rawValue) does not say how it is compiled")
        }
        let program = folder.path("drag_gtk")
        let result = try Program.run(
          "/bin/sh", ["-c", "cc \(file) -o \(program) \(command) -Wall -Wextra -Werror"],
          within: Timeout.long)
        guard result.exit == .success else { throw HarnessFailure(result.error) }
        return [program]
      }
    }

    /// Each gives once and takes once. GTK 4 cannot read what Qt 5 drags on an X server.
    @Test(arguments: [
      (Toolkit.gtkPython, Toolkit.gtkC), (.gtkC, .gtkPython), (.gtkPython, .qt), (.qt, .qt),
    ])
    func aDragBringsTheOffer(_ source: Toolkit, _ destination: Toolkit) throws {
      try Desktop.run(on: .x11) { desktop in
        let given = try desktop.fixture.folder.makeFolder("given")
        let taken = try desktop.fixture.folder.makeFolder("taken")
        _ = try start(source, given, on: desktop, at: (0, 0))
        let program = try start(destination, taken, on: desktop, at: (340, 0)).program
        try desktop.drag(from: (150, 90), to: (490, 240)) {
          program.standardOutput.contains("Let go to save it")
        }
        try program.waitForOutput("Saved \(source.item)\n", within: Timeout.long)
        #expect(try FileManager.default.contentsOfDirectory(atPath: taken) == [source.item])
        let size = try Data(contentsOf: URL(filePath: "\(taken)/\(source.item)")).count
        #expect(size == (source == .gtkC ? 23 : 3_542_641))
      }
    }

    private func start(
      _ toolkit: Toolkit, _ folder: String, on desktop: Desktop, at place: (x: Int, y: Int)
    ) throws -> OtherProgram {
      var command = try toolkit.command(desktop.fixture.folder)
      command =
        [
          "/usr/bin/env", "PYTHONPATH=\(Built.packageRoot)/Sources/Python",
          "PYTHONDONTWRITEBYTECODE=1", "QT_QPA_PLATFORM=xcb",
        ] + command + [folder]
      return try OtherProgram(
        command[0], Array(command.dropFirst()), on: desktop, at: place, size: (300, 300))
    }
  }
}
