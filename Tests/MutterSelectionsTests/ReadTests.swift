import DisplaySelections
import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import MutterSelections

/// What other programs copy.
@Suite(.serialized)
struct ReadTests {
  @Test func anEmptyClipboardIsToldFirst() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try clipboard.event { _ in true }
      #expect(clipboard.events == [.changed(.clipboard, nil)])
      #expect(clipboard.display.selections == [.clipboard])
      let reason = try clipboard.read("text/plain").failure()
      #expect(reason == "no program owns the clipboard")
    }
  }

  @Test func thePresentOwnerIsToldFirstAndItsTextIsRead() throws {
    try Desktop.run { desktop in
      let early = try desktop.clipboard()
      _ = try desktop.copy("early bird".utf8)
      try early.foreignOwner(of: "UTF8_STRING")
      let clipboard = try desktop.clipboard()
      try clipboard.event { _ in true }
      // Without TARGETS, which is no content.
      #expect(
        clipboard.owners == [
          OwnedSelection(targets: ["UTF8_STRING", "text/plain;charset=utf-8"], isOwn: false)
        ])
      for target in ["text/plain;charset=utf-8", "UTF8_STRING"] {
        let (end, bytes) = try clipboard.read(target).result()
        #expect(end == .complete(bytes: 10))
        #expect(bytes == Array("early bird".utf8))
      }
      // xclip itself would answer it.
      #expect(
        try clipboard.read("no/such").failure() == "the clipboard's owner does not offer “no/such”")
      #expect(
        try clipboard.read("UTF8_STRING", from: .primary).failure()
          == "mutter has no selection “primary”")
    }
  }

  @Test func readsAtOnceAllGetTwentyMegabytes() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard(Desktop.persistent)
      let content = pattern(20_000_000)
      _ = try desktop.copy(content, as: "image/png")
      try clipboard.foreignOwner(of: "image/png")
      let readings = try (0..<3).map { _ in try clipboard.read("image/png") }
      for reading in readings {
        let (end, bytes) = try reading.result()
        #expect(end == .complete(bytes: 20_000_000))
        expectSame(bytes, content)
      }
    }
  }

  @Test func anOwnerThatIsSlowAtFirstIsAskedAgain() throws {
    try Desktop.run { desktop in
      var limits = MutterLimits()
      limits.firstByte = 300_000
      limits.readAttempts = 1_000
      let clipboard = try desktop.clipboard(limits)
      let content = pattern(100_000)
      let owner = try desktop.copy(content, as: "application/x-slow")
      try clipboard.foreignOwner(of: "application/x-slow")
      owner.send(SIGSTOP)
      let reading = try clipboard.read("application/x-slow")
      var isTimeUp = false
      desktop.loop.after(microseconds: 1_000_000) { isTimeUp = true }
      try desktop.turn("more than one attempt's time") { isTimeUp }
      owner.send(SIGCONT)
      let (end, bytes) = try reading.result()
      #expect(end == .complete(bytes: 100_000))
      expectSame(bytes, content)
    }
  }

  @Test func moreReadsThanTheLimitFail() throws {
    try Desktop.run { desktop in
      var limits = MutterLimits()
      limits.reads = 2
      let clipboard = try desktop.clipboard(limits)
      _ = try desktop.copy("x".utf8)
      try clipboard.foreignOwner(of: "UTF8_STRING")
      let readings = try (0..<3).map { _ in try clipboard.read("UTF8_STRING") }
      #expect(try readings[2].failure() == "2 reads wait for mutter already")
      for reading in readings.prefix(2) { #expect(try reading.result().bytes == [0x78]) }
    }
  }

  @Test func aCancelledReadLetsTheNextOneBegin() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard(Desktop.persistent)
      _ = try desktop.copy(pattern(20_000_000), as: "application/x-large")
      try clipboard.foreignOwner(of: "application/x-large")
      // The test drains neither pipe, so these reads last until they are cancelled.
      let first = try clipboard.read("application/x-large", drains: false)
      let second = try clipboard.read("application/x-large", drains: false)
      let third = try clipboard.read("application/x-large")
      try waitForBytes(in: first, desktop)
      clipboard.display.cancel(second.id)
      clipboard.display.cancel(first.id)
      clipboard.display.cancel(first.id)
      #expect(try first.result().end == .cancelled)
      #expect(try second.result() == (.cancelled, []))
      let end = try third.result().end
      #expect(end == .complete(bytes: 20_000_000))
    }
  }

  @Test func anOwnerThatIsKilledWhileItIsReadFailsTheRead() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      let owner = try desktop.copy(pattern(20_000_000), as: "application/x-large")
      try clipboard.foreignOwner(of: "application/x-large")
      let reading = try clipboard.read("application/x-large", drains: false)
      let waiting = try clipboard.read("application/x-large")
      try waitForBytes(in: reading, desktop)
      owner.kill()
      try clipboard.owner("nobody") { $0 == nil }
      #expect(try waiting.failure() == "the clipboard has another owner now")
      let (end, bytes) = try reading.result()
      guard case .failed(let reason) = end else {
        throw HarnessFailure("the read of a killed owner did not fail: \(end)")
      }
      #expect(reason.hasPrefix("the owner gave nothing for 1000 ms, after "))
      #expect(bytes.count < 20_000_000)
      _ = try desktop.copy("next".utf8)
      try clipboard.foreignOwner(of: "UTF8_STRING")
      #expect(try clipboard.read("UTF8_STRING").result().bytes == Array("next".utf8))
    }
  }

  @Test func aStoppedOwnerFailsTheReadAndNotTheNext() throws {
    try Desktop.run { desktop in
      var limits = MutterLimits()
      limits.firstByte = 300_000
      let clipboard = try desktop.clipboard(limits)
      let owner = try desktop.copy("slow".utf8, as: "application/x-slow")
      try clipboard.foreignOwner(of: "application/x-slow")
      owner.send(SIGSTOP)
      #expect(
        try clipboard.read("application/x-slow").failure()
          == "the owner gave nothing for 300 ms")
      owner.send(SIGCONT)
      #expect(try clipboard.read("application/x-slow").result().bytes == Array("slow".utf8))
    }
  }

  @Test func aReaderThatTakesNothingEndsItsRead() throws {
    try Desktop.run { desktop in
      var limits = MutterLimits()
      limits.destinationStall = 300_000
      let clipboard = try desktop.clipboard(limits)
      _ = try desktop.copy(pattern(20_000_000), as: "application/x-large")
      try clipboard.foreignOwner(of: "application/x-large")
      let reading = try clipboard.read("application/x-large", drains: false)
      try desktop.turn("the end") { !reading.ends.isEmpty }
      #expect(try reading.failure().hasPrefix("the reader took nothing for 300 ms, after "))
    }
  }

  @Test func aKilledOwnerOfTextLeavesTheTextWithMutter() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      let owner = try desktop.copy("kept".utf8)
      try clipboard.foreignOwner(of: "UTF8_STRING")
      #expect(try clipboard.read("UTF8_STRING").result().bytes == Array("kept".utf8))
      owner.kill()
      let kept = OwnedSelection(
        targets: ["text/plain;charset=utf-8"], isOwn: false, isKeptByDisplay: true)
      try clipboard.owner("mutter as the owner") { $0 == kept }
      let (end, bytes) = try clipboard.read("text/plain;charset=utf-8").result()
      #expect(end == .complete(bytes: 4))
      #expect(bytes == Array("kept".utf8))
    }
  }

  @Test func theTypesOfAnotherOwnerAreBounded() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try clipboard.event { _ in true }
      let other = try desktop.clipboard()
      let long = "application/" + String(repeating: "x", count: 250)
      let many = (0..<2_000).map { "application/x-\($0)" }
      other.display.own(
        .clipboard, targets: ["text/html", "image/png", long, "text/html", "", "a\0b"] + many)
      let owner = try clipboard.owner("the other") { $0 != nil }
      #expect(owner?.isOwn == false)
      // As of a program: mutter has not reversed these.
      #expect(owner?.targets == (["text/html", "image/png"] + many.prefix(1_022)).reversed())
    }
  }

  @Test func whatWaylandProgramsCopyIsRead() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try desktop.mutter.plugKeyboardIn()
      _ = try desktop.start("wl-copy", "-f", input: .text("from Wayland"))
      try clipboard.foreignOwner(of: "text/plain;charset=utf-8")
      let targets = try #require(clipboard.owners.last ?? nil).targets
      // As wl-copy(1) offers them.
      #expect(
        targets == ["text/plain", "text/plain;charset=utf-8", "TEXT", "STRING", "UTF8_STRING"])
      let (end, bytes) = try clipboard.read("text/plain;charset=utf-8").result()
      #expect(end == .complete(bytes: 12))
      #expect(bytes == Array("from Wayland".utf8))
    }
  }

  /// Until the owner's first bytes are in the pipe.
  private func waitForBytes(in reading: Reading, _ desktop: Desktop) throws {
    try desktop.turn("the first bytes") {
      var request = pollfd(fd: reading.reader, events: Int16(POLLIN), revents: 0)
      return poll(&request, 1, 0) == 1 && Int32(request.revents) & Int32(POLLIN) != 0
    }
  }
}
