import DBus
import DragModel
import DragProtocol
import DragSystem
import Foundation
import Harness
import Testing

@Suite struct TargetsTests {
  @Test func targetsAreListedForPeopleAndPrograms() throws {
    try Shell.run { shell in
      #expect(try shell.dragctl("targets").error == "There is nothing to drop on.\n")
      #expect(try shell.dragctl("targets", "Inbox").status == 3)
      _ = try shell.target(
        "Inbox", "-t", "image/*", "-t", "text/plain", "-l", "The\tinbox", "--operations",
        "copy,link", "--exec", "cat")
      _ = try shell.target("Other", "--exec", "cat")
      let lines = try shell.dragctl("targets").output.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[0].hasPrefix("ID "))
      for word in ["Inbox", "copy,link", ":1.", "The\u{FFFD}inbox", "image/* text/plain"] {
        #expect(lines[1].contains(word), "\(lines[1])")
      }
      #expect(lines[2].hasSuffix(" any"))
      let json = try #require(
        try shell.dragctl("targets", "Inbox", "--json").json() as? [[String: Any]])
      #expect(json.count == 1)
      #expect(json[0]["name"] as? String == "Inbox")
      #expect(json[0]["label"] as? String == "The\tinbox")
      #expect(json[0]["types"] as? [String] == ["image/*", "text/plain"])
      #expect(json[0]["operations"] as? [String] == ["copy", "link"])
      #expect(
        try shell.dragctl("completion", "--targets").output == "Inbox\tThe\u{FFFD}inbox\nOther\n")
    }
  }

  @Test func aNameThatSeveralHaveIsNotGuessed() throws {
    try Shell.run { shell in
      let first = try shell.target("Inbox", "--exec", "cat")
      _ = try shell.target("Inbox", "--exec", "cat")
      let json = try #require(try shell.dragctl("targets", "--json").json() as? [[String: Any]])
      let ids = json.compactMap { $0["id"] as? String }
      #expect(ids.count == 2)
      let result = try shell.dragctl("drop", "--text", "x", "--on", "Inbox")
      #expect(result.status == 2)
      for id in ids { #expect(result.error.contains(id)) }
      for name in [ids[0], "/org/dragd/Broker1/target/\(ids[0])"] {
        #expect(try shell.dragctl("drop", "--text", "x", "--on", name).exit == .success)
      }
      try first.waitForOutput("xx")
    }
  }

  @Test func caseMattersOnlyWhereNamesDifferByNothingElse() throws {
    try Shell.run { shell in
      let one = try shell.target("Board/To Do", "--exec", "cat")
      #expect(try shell.dragctl("drop", "--text", "x", "--on", "board/TO DO").exit == .success)
      try one.waitForOutput("x")
      let other = try shell.target("board/to do", "--exec", "cat")
      #expect(try shell.dragctl("drop", "--text", "y", "--on", "board/to do").exit == .success)
      try other.waitForOutput("y")
      #expect(try shell.dragctl("drop", "--text", "z", "--on", "BOARD/to do").status == 2)
    }
  }

  /// A blocking call gets its reply before the signals that came earlier.
  @Test func oldNewsOfDragdRegisterNothingTwice() throws {
    try Shell.run(daemon: []) { shell in
      let name = "org.dragd.Broker1"
      let loop = try EventLoop()
      // This connection takes dragd's place.
      let connection = try Connection.open(address: shell.bus.address)
      var calls: [Message] = []
      connection.onMessage = { if $0.member == "RegisterTarget" { calls.append($0) } }
      connection.attach(to: loop)
      _ = try connection.requestName(name)
      let target = try shell.start("target", "Inbox", "--exec", "cat")
      try eventually("it registers") {
        loop.turn(timeout: 10)
        return !calls.isEmpty
      }
      try connection.releaseName(name)
      _ = try connection.requestName(name)
      connection.send(try calls[0].reply(with: .target(Identifier(high: 1, middle: 2, low: 3))))
      connection.flush()
      try target.waitForError("--on Inbox")
      // The target answers this call after the old signals.
      var hasAnswered = false
      let owner = try #require(calls[0].sender)
      connection.call(
        try Message.call(
          to: owner, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping"),
        timeout: 25_000
      ) { _ in hasAnswered = true }
      try eventually("it answers, or registers again") {
        loop.turn(timeout: 10)
        return hasAnswered || calls.count > 1
      }
      #expect(calls.count == 1)
    }
  }

  @Test(arguments: [
    (["target", "x"], "--exec"), (["target", "--exec", "cat"], "NAME"),
    (["target", "", "--exec", "cat"], "not empty"),
    (["target", "x", "--exec", "cat", "-t", "png"], "png"),
    (["target", "x", "--exec", "cat", "--operations", "move"], "after a crash"),
    (["target", "x", "-o", ".", "--exec", "cat"], "contradict"),
    (["target", "x", "-o", "nowhere"], "nowhere"),
    (["target", "x", "-o", ".", "--operations", "copy,link"], "link"),
    (["drop", "--text", "x", "--on", "x", "--operation", "move"], "no file to delete"),
    (["target", "x", "--exec", "cat", "--operations", "copy,copy"], "twice"),
    (["drop", "--text", "x", "--on", "x", "--operation", "mvoe"], "move"),
    (["drop", "--text", "x", "--on", "x", "--at", "first"], "number"),
  ])
  func aWrongCallIsExplained(_ arguments: [String], _ word: String) throws {
    try Shell.run { shell in
      let result = try shell.fixture.run(Built.dragctl, arguments, on: shell.bus)
      #expect(result.status == 2)
      #expect(result.error.contains(word), "\(result.error)")
    }
  }
}
