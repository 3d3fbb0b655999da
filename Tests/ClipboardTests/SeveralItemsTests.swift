import DragConnection
import Foundation
import Harness
import Testing

/// Several files and folders of one `dragctl copy`.
@Suite struct SeveralItemsTests {
  /// Runs with a folder `fold`, a file `two.txt` and an empty folder `out`, and shell commands in `at` beside them.
  private static func run(
    _ body: (_ session: ClipboardSession, _ shell: (String) throws -> Program.Result) throws -> Void
  ) throws {
    try ClipboardSession.run(.x11) { session in
      let files = session.fixture.folder
      _ = try files.makeFolder("fold")
      _ = try files.makeFolder("out")
      _ = try files.write("fold/one.txt", text: "the first")
      _ = try files.write("two.txt", text: "the second")
      try body(session) { command in
        try session.fixture.run(
          "/bin/sh", ["-c", command.replacing("dragctl", with: "\"$0\""), Built.dragctl],
          on: session.bus, environment: session.variables)
      }
    }
  }

  private static func pasted(_ session: ClipboardSession) throws -> [String] {
    let out = session.fixture.folder.path("out")
    return try FileManager.default.subpathsOfDirectory(atPath: out).sorted()
  }

  @Test(arguments: ["fold two.txt", "two.txt fold"], ["", "--cut "])
  func `a folder and a file are both pasted, in either order`(
    _ names: String, _ flag: String
  ) throws {
    try Self.run { session, shell in
      let result = try shell("dragctl copy \(flag)\(names) && dragctl paste -o out")
      #expect(result.exit == .success, "\(result.error)")
      #expect(try Self.pasted(session) == ["fold", "fold/one.txt", "two.txt"])
      #expect(try shell("cat out/*/one.txt out/two.txt").output == "the firstthe second")
    }
  }

  @Test func `every folder is pasted, and printed as its path`() throws {
    try Self.run { session, shell in
      let result = try shell("dragctl copy fold fold two.txt && dragctl paste -o out --json")
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output.split(separator: "\"item\"").count == 4, "\(result.output)")
      let count = try Self.pasted(session).filter { $0.hasSuffix("one.txt") }.count
      #expect(count == 2)
      let paths = ["fold", "fold", "two.txt"].map { session.fixture.folder.path($0) + "\n" }
      #expect(try shell("dragctl paste").output == paths.joined())
    }
  }

  @Test func `more items than a reply has are all pasted, content without a path too`() throws {
    try Self.run { session, shell in
      let result = try shell(
        """
        cd fold; seq 40 | xargs touch; cd ..
        dragctl copy fold fold/[0-9]* /proc/version && dragctl paste -o out
        """)
      #expect(result.exit == .success, "\(result.error)")
      let names = try Self.pasted(session).filter { !$0.contains("/") }
      #expect(Set(names) == Set((1...40).map(String.init) + ["fold", "version"]))
    }
  }

  @Test func `several files are not saved as one`() throws {
    try Self.run { session, shell in
      let result = try shell("dragctl copy two.txt fold/one.txt && dragctl paste -o out/file")
      #expect(result.exit == .exited(2), "\(result.error)")
      #expect(result.error.contains("2 files"))
      #expect(try Self.pasted(session).isEmpty)
    }
  }

  @Test func `the failure names the file that is missing`() throws {
    try Self.run { session, shell in
      // There is no snapshot of what is secret.
      let result = try shell(
        "dragctl copy --sensitive fold two.txt && echo more >> two.txt && dragctl paste -o out")
      #expect(result.exit != .success)
      #expect(result.error.contains("two.txt"), "\(result.error)")
      #expect(try Self.pasted(session) == ["fold", "fold/one.txt"])
    }
  }

  @Test func `a file that has changed is pasted as it was`() throws {
    try Self.run { session, shell in
      let result = try shell(
        "dragctl copy fold two.txt && echo more >> two.txt && dragctl paste -o out")
      #expect(result.exit == .success, "\(result.error)")
      #expect(try Self.pasted(session) == ["fold", "fold/one.txt", "two.txt"])
      #expect(try shell("cat out/two.txt").output == "the second")
    }
  }

  @Test func `files and folders that dragctl has cut are moved`() throws {
    try Self.run { session, shell in
      let result = try shell("dragctl copy --cut two.txt fold && dragctl paste --move -o out")
      #expect(result.exit == .success, "\(result.error)")
      #expect(try Self.pasted(session) == ["fold", "fold/one.txt", "two.txt"])
      let left = try FileManager.default.contentsOfDirectory(
        atPath: session.fixture.folder.path("."))
      #expect(!left.contains("two.txt") && !left.contains("fold"))
      try session.expectNothing()
    }
  }
}
