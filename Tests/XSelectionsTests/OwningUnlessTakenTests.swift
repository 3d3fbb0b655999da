import Foundation
import Harness
import Testing

/// Owning a selection again whose owner has ended, while another program copies.
@Suite struct OwningUnlessTakenTests {
  /// A program copies, and is killed; the server's time of its copy.
  @discardableResult
  private func endFormerOwner(_ session: XSession) throws -> Substring {
    let former = try session.peer(
      "/usr/bin/xclip", ["-selection", "clipboard", "-quiet"], input: .text("former"))
    let time = try session.waitFor("changed clipboard other").split(separator: " ")[4]
    former.kill()
    try session.waitFor("changed clipboard none")
    return time
  }

  /// Waits until so many bytes can be read; not before the program knows the owner's targets.
  private func expectContent(_ count: Int, _ session: XSession) throws {
    try eventually("the other program's content is there") {
      try session.read("text/plain").end == "complete(bytes: \(count))"
    }
  }

  /// The program decides before it has heard of the copy: both wait for it when it goes on.
  @Test(arguments: [true, false])
  func aCopyThatIsNotKnownYetStays(afterAFormerOwner: Bool) throws {
    try XSession.run { session in
      if afterAFormerOwner { try endFormerOwner(session) }
      session.program.send(SIGSTOP)
      let owner = try session.owner("honest", 100, 100, isKnown: false)
      try session.tell("restore clipboard text/plain:refused")
      session.program.send(SIGCONT)
      try session.waitFor("refused clipboard")
      try expectContent(100, session)
      #expect(owner.isRunning)
      owner.kill()
      try session.waitFor("changed clipboard none")
      try session.tell("restore clipboard text/plain:refused")
      try session.waitFor("changed clipboard own")
    }
  }

  /// The owner takes its time to tell its targets, so the program's user does not know of it.
  @Test func aCopyThatIsNotToldYetStays() throws {
    try XSession.run { session in
      try endFormerOwner(session)
      let owner = try session.owner("slow", 100, isKnown: false)
      try owner.waitForOutput("asked")
      try session.tell("restore clipboard text/plain:refused")
      try session.waitFor("refused clipboard")
      owner.closeInput()
      try session.waitFor("changed clipboard other")
      #expect(try session.read("text/plain").end == "complete(bytes: 100)")
    }
  }

  @Test func aFreeSelectionIsOwnedSinceTheFormerCopy() throws {
    try XSession.run { session in
      let content = try session.file(100)
      let time = try endFormerOwner(session)
      try session.tell("restore clipboard text/plain:sized:\(content.path)")
      let own = try session.waitFor("changed clipboard own")
      #expect(own.split(separator: " ")[4] == time)
      let pasted = try session.requestor("honest", "text/plain").wait().output
      #expect(pasted == "whole 100 text/plain\n")
      try session.tell("disown clipboard")
      try session.waitFor("changed clipboard none")
    }
  }

  @Test func whatIsOwnedIsReplacedUnlessItIsTaken() throws {
    try XSession.run { session in
      let content = try session.file(100)
      try session.own("text/plain:refused")
      try session.tell("restore clipboard text/html:sized:\(content.path)")
      #expect(try session.waitFor("changed clipboard own").hasSuffix("[text/html]"))
      #expect(try session.requestor("honest", "text/html").wait().output == "whole 100 text/html\n")
      session.program.send(SIGSTOP)
      _ = try session.owner("honest", 1_000, 100, isKnown: false)
      try session.tell("restore clipboard text/plain:refused")
      session.program.send(SIGCONT)
      try session.waitFor("refused clipboard")
      try expectContent(1_000, session)
    }
  }

  /// What a caller copies wins over every earlier copy.
  @Test func owningTakesTheSelectionFromACopyThatIsNotKnownYet() throws {
    try XSession.run { session in
      let content = try session.file(100)
      try endFormerOwner(session)
      session.program.send(SIGSTOP)
      _ = try session.owner("silent", isKnown: false)
      try session.tell("own clipboard text/plain:sized:\(content.path)")
      session.program.send(SIGCONT)
      try session.waitFor("changed clipboard own")
      let pasted = try session.requestor("honest", "text/plain").wait().output
      #expect(pasted == "whole 100 text/plain\n")
    }
  }
}
