import Foundation
import Harness
import Testing

/// The verbs for another machine.
@Suite struct LineVerbTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func `what is on offer there is listed, shown and accepted here`(_ kind: PrivateBus.Kind) throws {
    try Machines.run(kind) { machines in
      let content = Sample.noise(3_000_000)
      try machines.there.folder.write("big", content)
      try machines.there.folder.write("small", text: "small")
      try machines.there.offer("small")
      let id = try machines.there.offer("big")
      let list = try machines.dragctl("list")
      #expect(list.exit == .success, "\(list.error)")
      #expect(list.output.contains(id.prefix(8)))
      #expect(try machines.dragctl("show", id).output.contains("big"))
      #expect(try machines.here.dragctl("list").output == "")
      let accepted = try machines.dragctl("accept", "-o", "copy")
      #expect(accepted.exit == .success, "\(accepted.error)")
      #expect(try machines.here.bytes("copy") == content)
      #expect(try machines.dragctl("status").output.contains("Version"))
      #expect(try machines.dragctl("withdraw", id).exit == .success)
      #expect(try !machines.there.dragctl("list").output.contains(id.prefix(8)))
    }
  }

  @Test func `a file that is offered there stays when dragctl has ended`() throws {
    try Machines.run { machines in
      let content = Sample.noise(2_000_000)
      try machines.here.folder.write("big", content)
      try machines.here.folder.write("small", text: "small")
      try machines.there.makeFolders()
      let offered = try machines.dragctl("offer", "big", "small")
      #expect(offered.exit == .success, "\(offered.error)")
      #expect(try machines.there.dragctl("list").output.contains("dragctl on "))
      let accepted = try machines.there.dragctl("accept", "--all", "-o", "to")
      #expect(accepted.exit == .success, "\(accepted.error)")
      #expect(try machines.there.bytes("to/big") == content)
      #expect(try machines.there.content("to/small") == "small")
    }
  }

  @Test func `content that is made on request passes both ways`() throws {
    try Machines.run { machines in
      let count = 5_000_000
      let command = "application/x-test=head -c \(count) /dev/zero"
      let (source, id) = try machines.stay("--exec", command)
      #expect(try machines.there.dragctl("accept", id).outputBytes.count == count)
      source.send(SIGINT)
      #expect(try source.wait().exit == .signalled(SIGINT))
      let (other, back) = try machines.there.stay("--exec", command)
      #expect(try machines.dragctl("accept", back).outputBytes.count == count)
      // The command's failure is the other side's.
      other.send(SIGTERM)
      let (_, broken) = try machines.there.stay("--exec", "text/plain=echo a; exit 3")
      let failed = try machines.dragctl("accept", broken)
      #expect(failed.status == 5, "\(failed.error)")
    }
  }

  @Test func `folders pass both ways`() throws {
    try Machines.run { machines in
      for shell in [machines.here, machines.there] {
        _ = try shell.sh("mkdir -p tree/sub; seq 50000 > tree/sub/a; ln -s sub/a tree/b")
      }
      let (_, id) = try machines.stay("tree")
      #expect(try machines.there.dragctl("accept", id, "-o", "copy").exit == .success)
      #expect(try machines.there.sh("diff -r tree copy").exit == .success)
      let (_, back) = try machines.there.stay("tree")
      let accepted = try machines.dragctl("accept", back, "-o", "copy")
      #expect(accepted.exit == .success, "\(accepted.error)")
      #expect(try machines.here.sh("diff -r tree copy").exit == .success)
    }
  }

  @Test func `something is dropped there, and here from there`() throws {
    try Machines.run { machines in
      try machines.here.folder.write("a", text: "from here")
      try machines.there.folder.write("b", text: "from there")
      for shell in [machines.here, machines.there] { try shell.makeFolders() }
      let target = try machines.there.start("target", "Inbox", "-o", "to")
      try target.waitForError("drop something here")
      let dropped = try machines.dragctl("drop", "a", "--on", "Inbox")
      #expect(dropped.exit == .success, "\(dropped.error)")
      #expect(try machines.there.content("to/a") == "from here")
      let own = try machines.start("target", "Here", "-o", "to")
      try own.waitForError("drop something here")
      #expect(try machines.dragctl("targets").output.contains("Here"))
      let back = try machines.there.dragctl("drop", "b", "--on", "Here")
      #expect(back.exit == .success, "\(back.error)")
      #expect(try machines.here.content("to/b") == "from there")
    }
  }

  @Test func `transfers there are watched, and nothing of them is taken`() throws {
    try Machines.run { machines in
      let watch = try machines.start("watch", "--json")
      _ = try machines.there.offer("--text", "first")
      try watch.waitForOutput("text/plain")
      let (_, id) = try machines.there.stay(
        "--exec", "application/x-test=head -c 3000000 /dev/zero")
      #expect(try machines.there.dragctl("accept", id).outputBytes.count == 3_000_000)
      try watch.waitForOutput("finished")
    }
  }

  @Test func `dragctl there ends what dragctl here has begun, and the reverse`() throws {
    try Machines.run { machines in
      let (source, id) = try machines.stay("--exec", "text/plain=cat")
      let withdrawn = try machines.there.dragctl("withdraw", id)
      #expect(withdrawn.exit == .success, "\(withdrawn.error)")
      #expect(try source.wait().exit == .success)
      let (other, back) = try machines.there.stay("--exec", "text/plain=cat")
      let ended = try machines.dragctl("withdraw", back)
      #expect(ended.exit == .success, "\(ended.error)")
      #expect(try other.wait().exit == .success)
    }
  }

  @Test func `a transfer is cancelled over the line`() throws {
    try Machines.run { machines in
      let (source, id) = try machines.there.stay(
        "--exec", "application/x-test=echo; touch begun; sleep 1000")
      let destination = try machines.start("accept", id, "-o", "copy")
      try eventually("the transfer runs") { machines.there.exists("begun") }
      destination.send(SIGINT)
      #expect(try destination.wait().exit == .signalled(SIGINT))
      try source.waitForError("not transferred")
      #expect(!machines.here.exists("copy"))
    }
  }

  @Test func `a secret passes`() throws {
    try Machines.run { machines in
      let (_, id) = try machines.stay("--sensitive", "--text", "secret")
      #expect(try machines.there.dragctl("accept", id).output == "secret")
    }
  }

  @Test func `an offer stays when the terminal is let go`() throws {
    try Machines.run { machines in
      // What the program was started with gets SIGKILL here, as no terminal's end does.
      try machines.setCommand(#"exec setsid sh -c "$1""#)
      let result = try machines.dragctl("offer", "--exec", "text/plain=echo made", "--detach")
      #expect(result.exit == .success, "\(result.error)")
      let id = result.output.trimmingCharacters(in: .newlines)
      #expect(try machines.there.dragctl("accept", id).output == "made\n")
      #expect(try machines.there.dragctl("withdraw", id).exit == .success)
    }
  }
}
