import DisplaySelections
import DragSystem
import Foundation
import Harness
import Testing

@testable import MutterSelections

/// What is owned here, and pasted by others.
@Suite(.serialized)
struct PasteTests {
  @Test func contentIsMadeWhenItIsPasted() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try clipboard.own("application/x-lazy", "application/x-other")
      let targets = try desktop.result(of: desktop.paste("TARGETS")).output
      #expect(targets.hasPrefix("application/x-lazy\napplication/x-other\n"))
      #expect(clipboard.requestedTargets.isEmpty)
      let paste = try desktop.paste("application/x-lazy")
      let request = try clipboard.request(for: "application/x-lazy")
      let ends = try answer(clipboard, request, containing: Array("made now".utf8))
      let result = try desktop.result(of: paste)
      #expect(result.exit == .exited(0))
      #expect(result.output == "made now")
      try desktop.turn("the end of the answer") { !ends.all.isEmpty }
      #expect(ends.all == [.complete(bytes: 8)])
      #expect(clipboard.requestedTargets == ["application/x-lazy"])
    }
  }

  @Test func mutterReadsTextAtOnceAndX11ProgramsPasteItByTheirNames() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      clipboard.onRequest = { _, id in
        _ = try? answer(clipboard, id, containing: Array("Grüße".utf8))
      }
      try clipboard.own("text/plain;charset=utf-8")
      try clipboard.event("mutter's own request") {
        if case .requested = $0 { true } else { false }
      }
      #expect(try desktop.result(of: desktop.paste("UTF8_STRING")).output == "Grüße")
      #expect(clipboard.requestedTargets == Array(repeating: "text/plain;charset=utf-8", count: 2))
    }
  }

  @Test func twentyMegabytesArePastedFromAPipe() throws {
    try Desktop.run { desktop in
      let content = pattern(20_000_000)
      let clipboard = try desktop.clipboard()
      try clipboard.own("application/x-large")
      let paste = try desktop.paste("application/x-large")
      let request = try clipboard.request(for: "application/x-large")
      let ends = try answer(clipboard, request, piping: content, size: nil)
      try expectSame(desktop.result(of: paste).outputBytes, content)
      try desktop.turn("the end of the answer") { !ends.all.isEmpty }
      #expect(ends.all == [.complete(bytes: 20_000_000)])
    }
  }

  @Test func twentyMegabytesArePastedFromAFile() throws {
    try Desktop.run { desktop in
      let content = pattern(20_000_000)
      let clipboard = try desktop.clipboard()
      try clipboard.own("application/x-large")
      let paste = try desktop.paste("application/x-large")
      let request = try clipboard.request(for: "application/x-large")
      let ends = try answer(clipboard, request, containing: content)
      try expectSame(desktop.result(of: paste).outputBytes, content)
      try desktop.turn("the end of the answer") { !ends.all.isEmpty }
      #expect(ends.all == [.complete(bytes: 20_000_000)])
    }
  }

  @Test func aRefusedRequestIsAnEmptyPaste() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try clipboard.own("application/x-refused")
      let paste = try desktop.paste("application/x-refused")
      let request = try clipboard.request(for: "application/x-refused")
      clipboard.display.refuse(request)
      let result = try desktop.result(of: paste)
      #expect(result.exit == .exited(0))
      #expect(result.outputBytes.isEmpty)
      // The request has ended: an answer to it fails.
      let ends = try answer(clipboard, request, containing: [1])
      try desktop.turn("the end of the answer") { !ends.all.isEmpty }
      #expect(ends.all == [.failed("the request has ended")])
    }
  }

  @Test(arguments: [false, true])
  func anAnswerUnderWayCanBeRefused(_ isTaken: Bool) throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try clipboard.own("application/x-cut")
      let paste = try desktop.paste("application/x-cut")
      let request = try clipboard.request(for: "application/x-cut")
      let content = DescriptorHolder()
      let ends = try answer(clipboard, request, from: content)
      defer { content.close() }
      if isTaken {
        try content.write("half")
        try desktop.turn("the copy of the first bytes") { content.unreadBytes == 0 }
      }
      clipboard.display.refuse(request)
      try desktop.turn("the end of the answer") { !ends.all.isEmpty }
      #expect(ends.all == [.failed("the owner cancelled the answer")])
      // The paste ends; mutter tells its program nothing else.
      #expect(try (isTaken ? "half" : "").hasPrefix(desktop.result(of: paste).output))
    }
  }

  @Test func anUnansweredRequestEndsAsAnEmptyPaste() throws {
    try Desktop.run { desktop in
      var limits = MutterLimits()
      limits.request = 200_000
      let clipboard = try desktop.clipboard(limits)
      try clipboard.own("application/x-silent")
      let paste = try desktop.paste("application/x-silent")
      let request = try clipboard.request(for: "application/x-silent")
      #expect(try desktop.result(of: paste).outputBytes.isEmpty)
      try clipboard.event { $0 == .requestCancelled(request) }
    }
  }

  @Test func theOldestRequestMakesRoom() throws {
    try Desktop.run { desktop in
      var limits = MutterLimits()
      limits.requests = 1
      let clipboard = try desktop.clipboard(limits)
      try clipboard.own("application/x-first", "application/x-second")
      let first = try desktop.paste("application/x-first")
      _ = try clipboard.request(for: "application/x-first")
      let second = try desktop.paste("application/x-second")
      let request = try clipboard.request(for: "application/x-second")
      #expect(try desktop.result(of: first).outputBytes.isEmpty)
      _ = try answer(clipboard, request, containing: Array("second".utf8))
      #expect(try desktop.result(of: second).output == "second")
    }
  }

  @Test func newContentEndsTheRequestsForTheOldOne() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try clipboard.own("application/x-old")
      let paste = try desktop.paste("application/x-old")
      let request = try clipboard.request(for: "application/x-old")
      try clipboard.own("application/x-new")
      #expect(try desktop.result(of: paste).outputBytes.isEmpty)
      try clipboard.event { $0 == .requestCancelled(request) }
    }
  }

  @Test func contentThatEndsTooEarlyFailsTheAnswer() throws {
    try Desktop.run { desktop in
      var limits = MutterLimits()
      limits.patience = 200_000
      let clipboard = try desktop.clipboard(limits)
      try clipboard.own("application/x-short")
      let paste = try desktop.paste("application/x-short")
      let request = try clipboard.request(for: "application/x-short")
      let ends = try answer(clipboard, request, piping: Array("half".utf8), size: 8)
      try desktop.turn("the end of the answer") { !ends.all.isEmpty }
      #expect(ends.all == [.cut("the content ended after 4 of 8 bytes")])
      _ = try desktop.result(of: paste)
    }
  }

  @Test func contentThatStandsStillFailsTheAnswer() throws {
    try Desktop.run { desktop in
      var limits = MutterLimits()
      limits.contentStall = 200_000
      let clipboard = try desktop.clipboard(limits)
      try clipboard.own("application/x-stuck")
      let paste = try desktop.paste("application/x-stuck")
      let request = try clipboard.request(for: "application/x-stuck")
      let silent = DescriptorHolder()
      let ends = try answer(clipboard, request, from: silent)
      try desktop.turn("the end of the answer") { !ends.all.isEmpty }
      #expect(ends.all == [.failed("the content stalled for 200 ms")])
      #expect(try desktop.result(of: paste).outputBytes.isEmpty)
      silent.close()
    }
  }

  @Test func waylandProgramsPasteAndMayLeaveBeforeTheEnd() throws {
    try Desktop.run { desktop in
      let clipboard = try desktop.clipboard()
      try desktop.mutter.plugKeyboardIn()
      try clipboard.own("application/x-large")
      let content = pattern(5_000_000)
      let ends = Ends()
      clipboard.onRequest = { _, id in
        _ = try? answer(clipboard, id, piping: content, size: nil, ends)
      }
      let whole = try desktop.start("wl-paste", "-n", "-t", "application/x-large")
      try expectSame(desktop.result(of: whole).outputBytes, content)
      let part = try desktop.start(
        "sh", "-c", "wl-paste -n -t application/x-large | head -c 100 | wc -c")
      #expect(try desktop.result(of: part).output == "100\n")
      try desktop.turn("the end of both answers") { ends.all.count == 2 }
      #expect(ends.all.first == .complete(bytes: 5_000_000))
      guard case .failed(let reason)? = ends.all.last else {
        throw HarnessFailure("an answer that no program read was complete")
      }
      #expect(reason.hasPrefix("the requestor left after "))
    }
  }
}

/// How answers have ended.
final class Ends {
  var all: [AnswerEnd] = []
}

final class DescriptorHolder {
  private var number: Int32 = -1
  func keep(_ descriptor: consuming OwnedFileDescriptor) { number = descriptor.release() }
  func write(_ text: String) throws {
    try FileHandle(fileDescriptor: number).write(contentsOf: Data(text.utf8))
  }
  /// The bytes that the pipe of this writer holds.
  var unreadBytes: Int32 {
    var count: Int32 = 0
    return ioctl(number, UInt(FIONREAD), &count) == 0 ? count : -1
  }
  func close() { Foundation.close(number) }
}

/// Answers with a file.
func answer(
  _ clipboard: Clipboard, _ request: RequestID, containing bytes: [UInt8]
) throws -> Ends {
  let ends = Ends()
  clipboard.display.answer(
    request, with: try Memfd.create("test", containing: bytes), size: UInt64(bytes.count)
  ) { ends.all.append($0) }
  return ends
}

/// Answers with a pipe, whose writer `content` keeps.
func answer(
  _ clipboard: Clipboard, _ request: RequestID, from content: DescriptorHolder
) throws -> Ends {
  let pipe = try DragSystem.Pipe()
  let ends = Ends()
  pipe.split(
    reader: { reader in
      clipboard.display.answer(request, with: reader, size: nil) { ends.all.append($0) }
    }, writer: { content.keep($0) })
  return ends
}

/// Answers with a pipe that a thread fills.
@discardableResult
func answer(
  _ clipboard: Clipboard, _ request: RequestID, piping bytes: [UInt8], size: UInt64?,
  _ ends: Ends = Ends()
) throws -> Ends {
  let pipe = try DragSystem.Pipe()
  pipe.split(
    reader: { reader in
      clipboard.display.answer(request, with: reader, size: size) { ends.all.append($0) }
    },
    writer: { writer in
      let file = FileHandle(fileDescriptor: writer.release(), closeOnDealloc: true)
      Thread.detachNewThread { try? file.write(contentsOf: bytes) }
    })
  return ends
}
