import DBus
import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Synchronization
import Testing

/// What dragctl does while dragclip gives no answer, or a refusal for the moment, and when the bus ends.
@Suite struct StoppedClipboardTests {
  /// A dragclip that answers Current with these errors, one after another, and then that nothing is there.
  private static func dragclip(
    on bus: PrivateBus, current errors: [String], watch refusals: [String] = []
  ) throws -> FakeDragd {
    let left = Left(current: errors, watch: refusals)
    return try FakeDragd(on: bus, as: BusName.clipboard) { member in
      switch member {
      case "Current": .error(left.next(of: member) ?? "org.dragd.Error.NoSuchOffer", "none")
      case "Watch": left.next(of: member).map { .error($0, "not now") } ?? .reply { _ in }
      // Something has been copied right after.
      default:
        .replyAndSend({ _ in }) { caller in
          try ClipboardChanged(selection: .clipboard, serial: 7).message(to: caller)
        }
      }
    }
  }

  private final class Left: Sendable {
    private let errors: Mutex<[String: [String]]>

    init(current: [String], watch: [String]) {
      errors = Mutex(["Current": current, "Watch": watch])
    }

    func next(of member: String) -> String? {
      errors.withLock { errors in
        guard errors[member]?.isEmpty == false else { return nil }
        return errors[member]?.removeFirst()
      }
    }
  }

  private static func count(_ member: String, _ dragclip: FakeDragd) -> Int {
    dragclip.calls.count { $0 == member }
  }

  private static func wait(for name: String, toBeThere isThere: Bool, on bus: PrivateBus) throws {
    let connection = try Connection.open(address: bus.address)
    defer { connection.close() }
    try eventually("\(name) is there: \(isThere)") {
      let call = try Connection.busCall("NameHasOwner", name)
      var reader = try connection.callAndWait(call, timeout: 20_000).read()
      return try reader.bool() == isThere
    }
  }

  /// As after the time that a call waits for its answer.
  private static let noReply = "org.freedesktop.DBus.Error.NoReply"

  @Test func `a dragclip that does not answer for a while does not end a copy`() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      _ = try fixture.start(Built.dragd, on: bus)
      try Self.wait(for: BusName.broker, toBeThere: true, on: bus)
      let dragclip = try Self.dragclip(on: bus, current: [Self.noReply, Self.noReply])
      let dragctl = try fixture.start(
        Built.dragctl, ["copy", "--foreground", "--exec", "application/x-made=printf made"],
        on: bus)
      #expect(try dragctl.wait().exit == .success)
      #expect(Self.count("Current", dragclip) == 3, "\(dragclip.calls)")
    }
  }

  @Test(arguments: ["StateUnavailable", "Busy", "QuotaExceeded"])
  func `a refusal for the moment does not end a watch`(_ refusal: String) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let dragclip = try Self.dragclip(on: bus, current: ["org.dragd.Error.\(refusal)"])
      let watch = try fixture.start(Built.dragctl, ["paste", "--watch", "cat"], on: bus)
      try eventually("dragctl asks again; \(watch.standardError)") {
        Self.count("Current", dragclip) == 2
      }
      #expect(watch.standardError.isEmpty)
    }
  }

  @Test func `a watch that is refused again and again ends with the reason`() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let error = "org.dragd.Error.StateUnavailable"
      let dragclip = try Self.dragclip(
        on: bus, current: [String](repeating: error, count: 1_000))
      let watch = try fixture.run(Built.dragctl, ["paste", "--watch", "cat"], on: bus)
      #expect(watch.exit == .exited(1))
      #expect(Self.count("Current", dragclip) > 1)
    }
  }

  @Test func `a watch goes on with a dragclip that refuses it at first`() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      var first: FakeDragd? = try Self.dragclip(on: bus, current: [])
      let watch = try fixture.start(Built.dragctl, ["paste", "--watch", "cat"], on: bus)
      try eventually("dragctl watches") { first.map { Self.count("Current", $0) } == 1 }
      first = nil
      try Self.wait(for: BusName.clipboard, toBeThere: false, on: bus)
      let refusals = [String](repeating: "org.dragd.Error.Busy", count: 3)
      let second = try Self.dragclip(on: bus, current: [], watch: refusals)
      try eventually("dragctl watches again; \(watch.standardError) \(second.calls)") {
        Self.count("Current", second) == 1
      }
    }
  }

  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"))
  func `an offer that dragd makes after dragclip has given up is withdrawn`() throws {
    try ClipboardSession.run(.x11, ["--persist", "off"]) { session in
      _ = try session.copies(["text/x-a=two words"])
      let dragd = try #require(session.dragd)
      dragd.send(SIGSTOP)
      defer { dragd.send(SIGCONT) }
      #expect(throws: RequestError.self, "dragd does not answer") { try session.current() }
      dragd.send(SIGCONT)
      try session.current("the copy is there") { _ in true }
      try eventually("one offer is left") {
        try session.connection.perform(.status(), timeout: 20_000).statistics["offers"] == 1
      }
    }
  }

  @Test func `a dragctl that stays with the offer of another program ends with the bus`() throws {
    try ClipboardSession.run(.x11) { session in
      let offer = try session.offer(["--text", "two words"])
      let dragctl = try session.fixture.start(
        Built.dragctl, ["copy", "--foreground", "\(offer)"], on: session.bus)
      try session.current("the copy is there") { $0.isOwn }
      // It asks once what is there; then it waits for a signal.
      kill(session.bus.processIdentifier, SIGKILL)
      #expect(try dragctl.wait().exit == .exited(7))
    }
  }
}
