import Foundation
import Harness
import Testing

/// Programs paste what is owned here.
@Suite struct OwningTests {
  @Test(arguments: ["clipboard", "primary"])
  func xclipPastesText(selection: String) throws {
    try XSession.run { session in
      let content = try session.file(100)
      try session.own("UTF8_STRING:sized:\(content.path)", selection: selection)
      let result = try session.run(
        "/usr/bin/xclip", ["-selection", selection, "-o", "-t", "UTF8_STRING"])
      #expect(Data(result.outputBytes) == content.bytes)
      try session.waitFor("answer 1 complete(bytes: 100)")
    }
  }

  @Test(
    arguments: [0, 1, 262_144, 262_145, mebibyte - 1, mebibyte, mebibyte + 1],
    ["sized", "unsized"])
  func everySizeArrivesAtXclipAndXsel(size: Int, how: String) throws {
    try XSession.run { session in
      let content = try session.file(size)
      try session.own("UTF8_STRING:\(how):\(content.path)")
      let xclip = try session.run(
        "/usr/bin/xclip", ["-selection", "clipboard", "-o", "-t", "UTF8_STRING"])
      #expect(Data(xclip.outputBytes) == content.bytes)
      try session.waitFor("answer 1 complete(bytes: \(size))")
      let xsel = try session.run("/usr/bin/xsel", ["--clipboard", "--output"])
      #expect(Data(xsel.outputBytes) == content.bytes)
      try session.waitFor("answer 2 complete(bytes: \(size))")
    }
  }

  @Test func whatIsAboveASliceComesInChunks() throws {
    try XSession.run { session in
      let small = try session.file(262_144, "small")
      let large = try session.file(262_145, "large")
      try session.own("text/plain:sized:\(small.path)", "text/html:sized:\(large.path)")
      // The only conversion would have larger slices.
      try session.requestor("idle", "text/plain", 1).waitForOutput("answered 1 0")
      #expect(
        try session.requestor("honest", "text/plain").wait().output == "whole 262144 text/plain\n")
      #expect(
        try session.requestor("honest", "text/html").wait().output
          == "incremental 262145 262145 2\n")
    }
  }

  @Test func theOnlyPasteHasLargerChunks() throws {
    try XSession.run { session in
      let content = try session.file(mebibyte + 1)
      try session.own("text/html:sized:\(content.path)")
      let output = try session.requestor("honest", "text/html").wait().output
      #expect(output.hasPrefix("incremental \(mebibyte + 1) \(mebibyte + 1) "))
      let chunks = try #require(
        output.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) })
      // The kernel may accept less than a slice at once, but more than a quarter of it.
      #expect(chunks < 5, "\(output)")
    }
  }

  @Test func aStreamFlowsAsItComes() throws {
    try XSession.run { session in
      let fifo = session.fixture.folder.path("fifo")
      let writer = try session.peer(
        "/bin/sh",
        [
          "-c",
          "mkfifo \(fifo); exec 3<>\(fifo); echo ready; read go; exec >&3 3>&-; head -c 1000000 /dev/zero; read go",
        ],
        input: .pipe)
      try writer.waitForOutput("ready")
      try session.own("text/plain:unsized:\(fifo)")
      let requestor = try session.requestor("honest", "text/plain")
      try session.waitFor("requested 1")
      try writer.write("go\n")
      writer.closeInput()
      #expect(try requestor.wait().output.hasPrefix("incremental 262144 1000000 "))
      try session.waitFor("answer 1 complete(bytes: 1000000)")
    }
  }

  @Test func severalTargetsAreServedAtOnce() throws {
    try XSession.run { session in
      let small = try session.file(100, "small")
      let large = try session.file(mebibyte, "large")
      try session.own(
        "UTF8_STRING:sized:\(small.path)", "text/html:unsized:\(large.path)", "STRING:refused",
        "image/png:sized:\(large.path)")
      let result = try session.requestor(
        "multiple", "UTF8_STRING,text/html,STRING,TARGETS,TIMESTAMP,image/png,x/none"
      ).wait()
      #expect(
        result.output == """
          UTF8_STRING UTF8_STRING 100
          text/html INCR \(mebibyte)
          STRING refused
          TARGETS ATOM 7
          TIMESTAMP INTEGER 1
          image/png INCR \(mebibyte)
          x/none refused

          """)
    }
  }

  @Test func theTimeOfTheOwnershipCounts() throws {
    try XSession.run { session in
      let content = try session.file(100)
      try session.tell("own clipboard text/plain:sized:\(content.path)")
      let since = try session.waitFor("changed clipboard own").split(separator: " ")[4]
      let output = try session.requestor("early", "text/plain").wait().output
      #expect(output == "since \(since)\nbefore refused\nthen answered\n")
    }
  }

  @Test func aRequestorThatNamesNoPropertyIsServed() throws {
    try XSession.run { session in
      let content = try session.file(100)
      try session.own("text/plain:sized:\(content.path)")
      expectSame(
        try session.requestor("obsolete", "text/plain").wait().output,
        "answered by the target\nbytes 100\n")
    }
  }

  @Test func twoHundredTargetsAreOffered() throws {
    try XSession.run { session in
      let names = (0..<200).map { "application/x-number-\($0)" }
      try session.tell("own clipboard \(names.map { "\($0):refused" }.joined(separator: " "))")
      #expect(
        try session.waitFor("changed clipboard own").hasSuffix("[\(names.joined(separator: " "))]"))
      let result = try session.run(
        "/usr/bin/xclip", ["-selection", "clipboard", "-o", "-t", "TARGETS"])
      #expect(
        result.output.split(separator: "\n").map(String.init) == [
          "TARGETS", "TIMESTAMP", "MULTIPLE",
        ] + names)
    }
  }

  @Test func ownershipIsLostToOthersAndGivenUp() throws {
    try XSession.run { session in
      let content = try session.file(100)
      try session.own("UTF8_STRING:sized:\(content.path)")
      let other = try session.peer(
        "/usr/bin/xclip", ["-selection", "clipboard", "-quiet"], input: .text("other"))
      try session.waitFor("changed clipboard other")
      // It is the other's now: giving it up changes nothing.
      try session.tell("disown clipboard")
      try session.expectAlive()
      #expect(
        try session.run("/usr/bin/xclip", ["-selection", "clipboard", "-o"]).output == "other")
      other.kill()
      try session.waitFor("changed clipboard none")
      try session.own("UTF8_STRING:sized:\(content.path)")
      try session.tell("disown clipboard")
      try session.waitFor("changed clipboard none")
      #expect(
        try session.run("/usr/bin/xclip", ["-selection", "clipboard", "-o"]).exit != .exited(0))
    }
  }

  @Test func anEmptyOrUnreadableContentIsAnEmptyOrNoPaste() throws {
    try XSession.run { session in
      let content = try session.file(100)
      let folder = try session.fixture.folder.makeFolder("folder")
      try session.own("text/plain:unsized:\(folder)", "text/html:unsized:\(content.path)")
      #expect(try session.requestor("honest", "text/plain").wait().output == "refused\n")
      #expect(try session.waitFor("answer 1").contains("the content cannot be read"))
      #expect(try session.requestor("honest", "text/html").wait().output == "whole 100 text/html\n")
    }
  }
}
