import DBus
import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// What no other program may learn: secrets, and the names and paths of what is copied.
@Suite struct SecrecyTests {
  static let text = OutTests.text
  private static let secret = "correct horse 7f3a"

  private func expectNothingLogged(_ programs: [Program], _ words: [String]) {
    for program in programs {
      // The log must have something to be searched.
      if program.name.hasPrefix("dragclip") { #expect(program.standardError.contains("clipboard")) }
      for word in words {
        #expect(!program.standardError.contains(word), "\(program.name) has logged \(word)")
      }
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a secret is in no log, no history and no file`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      var programs = [session.dragclip, try #require(session.dragd)]
      let owner = try session.copies([
        "\(Self.text)=\(Self.secret)", "x-kde-passwordManagerHint=secret",
      ])
      let present = try session.current("the secret is there") { $0.isSensitive }
      #expect(try session.accept(present.offer, Self.text) == Array(Self.secret.utf8))
      let pasted = try session.fixture.run(Built.dragctl, ["paste"], on: session.bus)
      #expect(pasted.output == Self.secret, "\(pasted.error)")
      try session.expectNothingOnDisk(Self.secret)
      // A dragclip that starts again finds nothing of it.
      session.dragclip.kill()
      try session.restartDragclip()
      programs.append(session.dragclip)
      try session.current("the secret is there") { $0.isSensitive }
      #expect(try session.history().isEmpty)
      owner.kill()
      try eventually("programs have nothing to paste") {
        try session.hasNothingToPaste(Self.text)
      }

      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "--sensitive"], on: session.bus, input: .text(Self.secret))
      #expect(copied.exit == .success, "\(copied.error)")
      #expect(try session.paste(Self.text).output == Self.secret)
      try session.expectNothingOnDisk(Self.secret)
      #expect(try session.history().isEmpty)
      session.dragd?.kill()
      _ = try session.dragd?.wait()
      try session.restartDragd()
      programs.append(try #require(session.dragd))
      _ = try session.dragclip.terminate()
      try session.expectNothingOnDisk(Self.secret)
      expectNothingLogged(programs, [Self.secret])
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a hint that says public is no secret`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { try Self.expectKept($0) }
  }

  private static func expectKept(_ session: ClipboardSession) throws {
    let owner = try session.copies(["\(text)=two words", "x-kde-passwordManagerHint=public"])
    try session.current("the copy is held, and no secret") { $0.isHeld && !$0.isSensitive }
    _ = try session.waitForHistory(1)
    owner.kill()
    try session.current("dragclip owns it") { $0.isOwn }
    let pasted = try session.paste(text).output
    #expect(pasted == "two words")
  }

  /// dragclip asks it for half a second.
  @Test(arguments: DisplayServer.usual)
  func `the copy of an owner that does not say is kept nowhere`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let owner = try session.copies([
        "\(Self.text)=\(Self.secret)", "x-kde-passwordManagerHint!",
      ])
      try session.current("the copy is there") { $0.isSensitive }
      #expect(!owner.standardOutput.contains("asked text"))
      owner.kill()
      try session.waitForNothing()
      #expect(!owner.standardOutput.contains("asked text"))
      #expect(try session.history().isEmpty)
      try session.expectNothingOnDisk(Self.secret)
    }
  }

  /// Paths are told only to the program that pastes.
  @Test(arguments: DisplayServer.usual)
  func `names, paths and offers are in no list, log or broadcast`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let listener = try Listener(on: session)
      let names = ["first-name.txt", "second-name.txt"]
      let paths = try names.map { try session.fixture.folder.write($0, text: "its content") }
      let owner = try session.copies([
        "x-special/gnome-copied-files=copy\nfile://\(paths[0])", "text/uri-list=file://\(paths[0])",
      ])
      var offers = [try session.current("the list is held") { $0.isHeld }.offer]
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", paths[1]], on: session.bus, environment: session.variables)
      #expect(copied.exit == .success, "\(copied.error)")
      let history = try session.waitForHistory(2)
      offers += history.map(\.offer) + [try session.current().offer]
      #expect(try session.paste("text/uri-list").output.contains(names[1]))
      if let relay = Identifier(
        offerPath: try session.paste("application/vnd.dragd.offer").output)
      {
        offers.append(relay)
      } else {
        Issue.record("dragclip does not tell its offer")
      }
      try session.connection.perform(.pinClipboard(history[1].offer), timeout: 20_000)

      let list = try session.fixture.run(Built.dragctl, ["list", "--json"], on: session.bus)
      #expect(list.exit == .success || list.exit == .exited(3), "\(list.error)")
      let objects = try session.fixture.run(
        "gdbus",
        [
          "call", "--session", "--dest", BusName.broker, "--object-path", "/org/dragd/Broker1",
          "--method", "org.freedesktop.DBus.ObjectManager.GetManagedObjects",
        ], on: session.bus)
      #expect(objects.output.hasPrefix("(@a{oa{sa{sv}}} {}"), "\(objects.output)\(objects.error)")

      try session.connection.perform(.forgetClipboard(history[1].offer), timeout: 20_000)
      owner.kill()
      try session.connection.perform(.clearClipboard(.clipboard), timeout: 20_000)
      let words = names + offers.map { "\($0)" }
      expectNothingLogged([session.dragclip, try #require(session.dragd)], words)
      let heard = try listener.hear()
      for word in words {
        #expect(!list.output.contains(word))
        #expect(!heard.contains(word))
      }
    }
  }
}

extension ClipboardSession {
  /// Expects that no file below the test's folder, which has all folders of its programs, has the word.
  func expectNothingOnDisk(_ word: String) throws {
    // “…/.” makes grep look into hidden files too; status 1 means no match.
    let found = try fixture.run("grep", ["-r", word, "\(fixture.folder.path)/."])
    #expect(found.exit == .exited(1), "\(word): \(found.output)")
  }
}

/// Programs that print all signals that dragd and dragclip send to everyone.
private struct Listener {
  private static let mark = "the-last-offer"
  private let session: ClipboardSession
  private let broker: Program
  private let clipboard: Program

  init(on session: ClipboardSession) throws {
    self.session = session
    (broker, clipboard) = (
      try Self.monitor(BusName.broker, session), try Self.monitor(BusName.clipboard, session)
    )
  }

  private static func monitor(_ name: String, _ session: ClipboardSession) throws -> Program {
    let program = try session.fixture.start(
      "gdbus", ["monitor", "--session", "--dest", name], on: session.bus)
    try program.waitForOutput("is owned by")
    return program
  }

  /// All that was sent. Ends dragclip.
  func hear() throws -> String {
    // dragd tells everyone of this offer, and the bus of dragclip's end.
    _ = try session.fixture.start(
      Built.dragctl, ["offer", "--label", Self.mark, "--type", OutTests.text], on: session.bus,
      input: .text("x"))
    try broker.waitForOutput(Self.mark)
    _ = try session.dragclip.terminate()
    try clipboard.waitForOutput("does not have an owner")
    return broker.standardOutput + clipboard.standardOutput
  }
}
