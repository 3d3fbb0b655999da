import DBus
import DisplaySelections
import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import MutterSelections

/// Ownership of the clipboard, and the end of mutter.
@Suite(.serialized)
struct OwnershipTests {
  @Test func aClipboardThatIsGivenUpIsReallyEmpty() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      clipboard.onRequest = { _, id in
        _ = try? answer(clipboard, id, containing: Array("secret".utf8))
      }
      try clipboard.event { _ in true }
      let types = ["text/plain;charset=utf-8", "image/png", "application/x-any"]
      for type in types {
        try clipboard.own(type)
        #expect(try desktop.result(of: desktop.paste(type)).output == "secret")
        clipboard.display.disown(.clipboard)
        try clipboard.owner("nobody") { $0 == nil }
        #expect(try desktop.result(of: desktop.paste(type)).exit == .exited(1))
        // mutter has put nothing back.
        let later = try desktop.clipboard()
        try later.event { _ in true }
        #expect(later.owners == [nil])
      }
      // No state in between is told.
      #expect(
        clipboard.owners == [nil]
          + types.flatMap { [OwnedSelection(targets: [$0], isOwn: true), nil] })
    }
  }

  @Test func whatIsVisibleIsNotSaidBeforeMutterHasPerformedTheCalls() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try clipboard.event { _ in true }
      var isVisible = false
      clipboard.display.whenVisible { isVisible = true }
      #expect(isVisible, "nothing was called")
      isVisible = false
      try clipboard.own("application/x-own")
      clipboard.display.disown(.clipboard)
      var owners: [OwnedSelection?]?
      clipboard.display.whenVisible { owners = clipboard.owners }
      #expect(owners == nil)
      try clipboard.owner("nobody") { $0 == nil }
      #expect(owners?.last == .some(nil))
    }
  }

  @Test func ownContentIsNotReadThroughMutter() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try clipboard.own("application/x-own")
      #expect(
        try clipboard.read("application/x-own").failure()
          == "this program owns the clipboard itself")
    }
  }

  @Test func onlyTheLastOfSeveralOwnershipsIsTold() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try clipboard.event { _ in true }
      for number in 0..<20 {
        clipboard.display.own(.clipboard, targets: ["application/x-\(number)"])
      }
      try clipboard.owner("the last") { $0?.targets == ["application/x-19"] }
      #expect(
        clipboard.owners == [nil, OwnedSelection(targets: ["application/x-19"], isOwn: true)])
      let paste = try desktop.paste("application/x-19")
      _ = try answer(
        clipboard, clipboard.request(for: "application/x-19"), containing: Array("last".utf8))
      #expect(try desktop.result(of: paste).output == "last")
    }
  }

  @Test func anotherProgramTakesTheClipboardOver() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try clipboard.own("application/x-own")
      _ = try desktop.copy("theirs".utf8)
      try clipboard.foreignOwner(of: "UTF8_STRING")
      #expect(try clipboard.read("UTF8_STRING").result().bytes == Array("theirs".utf8))
      // This client no longer owns the clipboard, so giving it up changes nothing.
      clipboard.display.disown(.clipboard)
      #expect(try desktop.result(of: desktop.paste("UTF8_STRING")).output == "theirs")
      try clipboard.own("application/x-own")
      #expect(
        try desktop.result(of: desktop.paste("TARGETS")).output.hasPrefix("application/x-own\n"))
    }
  }

  @Test func anOwnershipWithoutTypesEmptiesTheClipboard() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      _ = try desktop.copy("theirs".utf8)
      try clipboard.foreignOwner(of: "UTF8_STRING")
      clipboard.display.own(.clipboard, targets: ["TARGETS", ""])
      try clipboard.owner("nobody") { $0 == nil }
      #expect(try desktop.result(of: desktop.paste("UTF8_STRING")).exit == .exited(1))
    }
  }

  @Test func aNewOwnershipEndsReadsThatHaveNotBegun() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      _ = try desktop.copy("theirs".utf8)
      try clipboard.foreignOwner(of: "UTF8_STRING")
      let reading = try clipboard.read("UTF8_STRING")
      clipboard.display.own(.clipboard, targets: ["application/x-own"])
      #expect(try reading.failure() == "the clipboard has another owner now")
    }
  }

  @Test func theEndOfMutterEndsEverythingOnce() throws {
    try Desktop.run { desktop in
      var limits = MutterLimits()
      // A busy machine takes its time to end mutter.
      limits.firstByte = 60_000_000
      let clipboard = try desktop.clipboard(limits)
      let owner = try desktop.copy("theirs".utf8, as: "application/x-any")
      try clipboard.foreignOwner(of: "application/x-any")
      owner.send(SIGSTOP)
      let readings = try (0..<2).map { _ in try clipboard.read("application/x-any") }
      desktop.mutter.kill()
      for reading in readings { #expect(try reading.failure() == "mutter has left the bus") }
      try clipboard.event { $0 == .gone("mutter has left the bus") }
      let count = clipboard.events.count
      #expect(clipboard.events.last == .gone("mutter has left the bus"))
      clipboard.display.own(.clipboard, targets: ["application/x-own"])
      clipboard.display.disown(.clipboard)
      #expect(try clipboard.read("application/x-any").failure() == "mutter has left the bus")
      clipboard.display.close()
      #expect(clipboard.events.count == count)
    }
  }

  @Test func aClosedClipboardGivesItsContentUpAndSaysNothing() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      let other = try desktop.clipboard()
      try clipboard.own("application/x-own")
      try other.foreignOwner(of: "application/x-own")
      let paste = try desktop.paste("application/x-own")
      _ = try clipboard.request(for: "application/x-own")
      let count = clipboard.events.count
      clipboard.display.close()
      try other.owner("nobody") { $0 == nil }
      #expect(try desktop.result(of: paste).outputBytes.isEmpty)
      #expect(clipboard.events.count == count)
    }
  }

  @Test func withoutMutterThereIsNoClipboard() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let loop = try EventLoop()
      let pool = WorkerPool(remote: loop.remote, threads: 2, perLane: 2)
      let connection = try Connection.open(address: bus.address)
      connection.attach(to: loop, workers: pool)
      #expect(throws: MutterError.notRunning) {
        _ = try MutterSelections(on: connection, loop: loop, pool: pool)
      }
    }
  }
}
