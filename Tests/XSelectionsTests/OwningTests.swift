import Foundation
import Harness
import Testing

/// To programs that paste what is owned here.
@Suite struct OwningTests {
  @Test(arguments: ["clipboard", "primary"])
  func xclipPastesText(selection: String) throws {
    try Desk.run { desk in
      let content = try desk.file(100)
      try desk.own("UTF8_STRING:sized:\(content.path)", selection: selection)
      let result = try desk.run(
        "/usr/bin/xclip", ["-selection", selection, "-o", "-t", "UTF8_STRING"])
      #expect(Data(result.outputBytes) == content.bytes)
      try desk.waitFor("answer 1 complete(bytes: 100)")
    }
  }

  @Test(
    arguments: [0, 1, 262_144, 262_145, mebibyte - 1, mebibyte, mebibyte + 1],
    ["sized", "unsized"])
  func everySizeArrivesAtXclipAndXsel(size: Int, how: String) throws {
    try Desk.run { desk in
      let content = try desk.file(size)
      try desk.own("UTF8_STRING:\(how):\(content.path)")
      let xclip = try desk.run(
        "/usr/bin/xclip", ["-selection", "clipboard", "-o", "-t", "UTF8_STRING"])
      #expect(Data(xclip.outputBytes) == content.bytes)
      try desk.waitFor("answer 1 complete(bytes: \(size))")
      let xsel = try desk.run("/usr/bin/xsel", ["--clipboard", "--output"])
      #expect(Data(xsel.outputBytes) == content.bytes)
      try desk.waitFor("answer 2 complete(bytes: \(size))")
    }
  }

  @Test func whatIsAboveASliceComesInChunks() throws {
    try Desk.run { desk in
      let small = try desk.file(262_144, "small")
      let large = try desk.file(262_145, "large")
      try desk.own("text/plain:sized:\(small.path)", "text/html:sized:\(large.path)")
      #expect(
        try desk.requestor("honest", "text/plain").wait().output == "whole 262144 text/plain\n")
      #expect(
        try desk.requestor("honest", "text/html").wait().output == "incremental 262145 262145 2\n")
    }
  }

  @Test func aStreamFlowsAsItComes() throws {
    try Desk.run { desk in
      let fifo = desk.fixture.folder.path("fifo")
      let writer = try desk.peer(
        "/bin/sh",
        [
          "-c",
          "mkfifo \(fifo); exec 3<>\(fifo); echo ready; read go; exec >&3 3>&-; head -c 1000000 /dev/zero; read go",
        ],
        input: .pipe)
      try writer.waitForOutput("ready")
      try desk.own("text/plain:unsized:\(fifo)")
      let requestor = try desk.requestor("honest", "text/plain")
      try desk.waitFor("requested 1")
      try writer.write("go\n")
      writer.closeInput()
      #expect(try requestor.wait().output.hasPrefix("incremental 262144 1000000 "))
      try desk.waitFor("answer 1 complete(bytes: 1000000)")
    }
  }

  @Test func severalTargetsAreServedAtOnce() throws {
    try Desk.run { desk in
      let small = try desk.file(100, "small")
      let large = try desk.file(mebibyte, "large")
      try desk.own(
        "UTF8_STRING:sized:\(small.path)", "text/html:unsized:\(large.path)", "STRING:refused",
        "image/png:sized:\(large.path)")
      let result = try desk.requestor(
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
    try Desk.run { desk in
      let content = try desk.file(100)
      try desk.tell("own clipboard text/plain:sized:\(content.path)")
      let since = try desk.waitFor("changed clipboard own").split(separator: " ")[4]
      let output = try desk.requestor("early", "text/plain").wait().output
      #expect(output == "since \(since)\nbefore refused\nthen answered\n")
    }
  }

  @Test func aRequestorThatNamesNoPropertyIsServed() throws {
    try Desk.run { desk in
      let content = try desk.file(100)
      try desk.own("text/plain:sized:\(content.path)")
      expectSame(
        try desk.requestor("obsolete", "text/plain").wait().output,
        "answered by the target\nbytes 100\n")
    }
  }

  @Test func twoHundredTargetsAreOffered() throws {
    try Desk.run { desk in
      let names = (0..<200).map { "application/x-number-\($0)" }
      try desk.tell("own clipboard \(names.map { "\($0):refused" }.joined(separator: " "))")
      #expect(
        try desk.waitFor("changed clipboard own").hasSuffix("[\(names.joined(separator: " "))]"))
      let result = try desk.run(
        "/usr/bin/xclip", ["-selection", "clipboard", "-o", "-t", "TARGETS"])
      #expect(
        result.output.split(separator: "\n").map(String.init) == [
          "TARGETS", "TIMESTAMP", "MULTIPLE",
        ] + names)
    }
  }

  @Test func ownershipIsLostToOthersAndGivenUp() throws {
    try Desk.run { desk in
      let content = try desk.file(100)
      try desk.own("UTF8_STRING:sized:\(content.path)")
      let other = try desk.peer(
        "/usr/bin/xclip", ["-selection", "clipboard", "-quiet"], input: .text("other"))
      try desk.waitFor("changed clipboard other")
      // It is the other's now: giving it up changes nothing.
      try desk.tell("disown clipboard")
      try desk.expectAlive()
      #expect(try desk.run("/usr/bin/xclip", ["-selection", "clipboard", "-o"]).output == "other")
      other.kill()
      try desk.waitFor("changed clipboard none")
      try desk.own("UTF8_STRING:sized:\(content.path)")
      try desk.tell("disown clipboard")
      try desk.waitFor("changed clipboard none")
      #expect(try desk.run("/usr/bin/xclip", ["-selection", "clipboard", "-o"]).exit != .exited(0))
    }
  }

  @Test func anEmptyOrUnreadableContentIsAnEmptyOrNoPaste() throws {
    try Desk.run { desk in
      let content = try desk.file(100)
      let folder = try desk.fixture.folder.makeFolder("folder")
      try desk.own("text/plain:unsized:\(folder)", "text/html:unsized:\(content.path)")
      #expect(try desk.requestor("honest", "text/plain").wait().output == "refused\n")
      #expect(try desk.waitFor("answer 1").contains("the content cannot be read"))
      #expect(try desk.requestor("honest", "text/html").wait().output == "whole 100 text/html\n")
    }
  }
}
