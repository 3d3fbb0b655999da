import DBus
import DragConnection
import DragModel
import DragProtocol
import DragSystem
import Foundation
import Harness
import Testing

/// The differences on GNOME: its compositor reads one type of each copy, and X11 and Wayland programs exchange content
/// there.
@Suite struct MutterTests {
  static let text = "text/plain;charset=utf-8"

  @Test func `only the text of an offer is made before a program pastes`() throws {
    try ClipboardSession.run(.mutter) { session in
      let folder = session.fixture.folder
      let (text, other) = (folder.path("text made"), folder.path("other made"))
      let offer = try session.offer([
        "--exec", "application/x-other=echo >>'\(other)'; echo lazy",
        "--exec", "\(Self.text)=echo >>'\(text)'; echo words",
      ])
      try session.copy(offer)
      try eventually("mutter has read the text") { FileManager.default.fileExists(atPath: text) }
      #expect(!FileManager.default.fileExists(atPath: other))
      #expect(try session.paste("application/x-other").output == "lazy\n")
      #expect(try session.paste("UTF8_STRING").output == "words\n")
    }
  }

  @Test func `Wayland programs copy and paste`() throws {
    try ClipboardSession.run(.mutter) { session in
      let mutter = try #require(session.mutter)
      try mutter.plugKeyboardIn()
      let owner = try session.fixture.start(
        "wl-copy", ["--foreground"], environment: mutter.environment, input: .text("two words"))
      let present = try session.current("the copy is held") { $0.isHeld }
      #expect(try session.accept(present.offer, Self.text) == Array("two words".utf8))
      owner.kill()
      _ = try session.current("dragclip owns it") { $0.isOwn }
      let offer = try session.offer(["--type", "application/x-a"], input: .text("from dragd"))
      try session.copy(offer)
      let pasted = try session.fixture.run(
        "wl-paste", ["--no-newline", "--type", "application/x-a"],
        environment: mutter.environment)
      #expect(pasted.output == "from dragd")
    }
  }

  /// What Wayland programs and X11 programs copy, in types of which mutter itself reads none, one, or only that.
  @Test(arguments: Extent.part(of: [true, false]) { _ in false })
  func `HTML, pictures and files of programs are pasted in the shell`(_ isOfX11: Bool) throws {
    try ClipboardSession.run(.mutter) { session in
      let mutter = try #require(session.mutter)
      try mutter.plugKeyboardIn()
      let contents = [
        ("text/html", Array("<b>Fünf</b> Äpfel".utf8)),
        ("image/png", Array(SurvivingContentTests.picture)),
        ("text/uri-list", Array("file:///nowhere/a%20b\r\nfile:///nowhere/c\r\n".utf8)),
        ("application/x-other", Sample.noise((1 << 20) + 1)),
      ]
      for (type, bytes) in contents {
        let command =
          isOfX11
          ? ["xclip", "-selection", "clipboard", "-t", type, "-quiet"]
          : ["wl-copy", "--foreground", "--type", type]
        let owner = try session.fixture.start(
          command[0], Array(command.dropFirst()), environment: mutter.environment,
          input: .bytes(bytes))
        try session.current("\(type) is there") { $0.targets.contains(type) && !$0.isOwn }
        let pasted = try session.fixture.run(
          Built.dragctl, ["paste", "--type", type, "--output", "-"], on: session.bus)
        #expect(pasted.outputBytes == bytes, "\(type): \(pasted.error)")
        owner.kill()
      }
    }
  }

  /// Through mutter's X server to xclip, and to wl-paste.
  @Test(arguments: Extent.part(of: [true, false]) { _ in false })
  func `HTML, pictures and files of the shell are pasted`(_ isInX11: Bool) throws {
    try ClipboardSession.run(.mutter) { session in
      let mutter = try #require(session.mutter)
      try mutter.plugKeyboardIn()
      let folder = session.fixture.folder
      let contents = [
        ("text/html", Array("<b>Fünf</b> Äpfel".utf8)),
        ("image/png", Array(SurvivingContentTests.picture)),
        ("application/x-other", Sample.noise((1 << 20) + 1)),
      ]
      var words: [String] = []
      for (type, bytes) in contents {
        words += ["--rep", "\(type)=\(try folder.write(type.replacing("/", with: "."), bytes))"]
      }
      func pasted(_ type: String) throws -> [UInt8] {
        let command =
          isInX11
          ? session.pasteCommand(type) : ["wl-paste", "--no-newline", "--type", type]
        return try session.fixture.run(
          command[0], Array(command.dropFirst()), environment: mutter.environment
        ).outputBytes
      }
      let copied = try session.fixture.run(Built.dragctl, ["copy"] + words, on: session.bus)
      #expect(copied.exit == .success, "\(copied.error)")
      for (type, bytes) in contents { #expect(try pasted(type) == bytes, "\(type)") }
      let paths = [folder.path("text.html"), folder.path("image.png")]
      let files = try session.fixture.run(Built.dragctl, ["copy"] + paths, on: session.bus)
      #expect(files.exit == .success, "\(files.error)")
      let uris = paths.map { "file://\($0)" }
      #expect(
        String(decoding: try pasted("x-special/gnome-copied-files"), as: UTF8.self)
          == (["copy"] + uris).joined(separator: "\n"))
      #expect(
        String(decoding: try pasted("text/uri-list"), as: UTF8.self)
          == uris.map { $0 + "\r\n" }.joined())
    }
  }

  /// dragclip uses the X server where mutter has no interface for remote desktops. In `make test-rest` alone.
  @Test(arguments: Extent.part(of: [DisplayServer.mutterX]) { _ in false })
  func `on the X server, what mutter keeps outlasts its program`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let owner = try session.copies(["\(Self.text)=two words", "text/html=<b>two</b>"])
      try session.current("the copy is held") { $0.isHeld }
      owner.kill()
      try session.current("mutter owns it") { !$0.targets.contains("text/html") }
      #expect(try session.paste(Self.text).output == "two words")
      // What mutter has read of it is another content.
      _ = try session.waitForHistory(2)
      let pasted = try session.fixture.run(
        Built.dragctl, ["paste", "--history", "2", "--type", "text/html"], on: session.bus)
      #expect(pasted.output == "<b>two</b>", "\(pasted.error)")
    }
  }

  @Test func `there is no PRIMARY, and dragctl says so`() throws {
    try ClipboardSession.run(.mutter) { session in
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "--primary", "--text", "word"], on: session.bus)
      #expect(copied.exit != .success)
      #expect(copied.error.contains("this display has no selection “primary”"), "\(copied.error)")
    }
  }

  /// dbus-broker forwards more than libdbus takes.
  @Test func `a message with many descriptors ends no connection of dragclip's`() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusBroker)
      let mutter = try Mutter(fixture, on: bus)
      let dragclip = try fixture.start(
        Built.dragclip, ["--verbose"], on: bus, environment: mutter.environment)
      let connection = try Connection.open(address: bus.address)
      defer { connection.close() }
      func ask(_ member: String, _ name: String? = nil) throws -> Message {
        let call = try Message.call(
          to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
          member: member)
        if let name { try call.write { writer throws(BusError) in try writer.append(name) } }
        return try connection.callAndWait(call, timeout: 20_000)
      }
      func hasOwner(_ name: String) throws -> Bool {
        var reader = try ask("NameHasOwner", name).read()
        return try reader.bool()
      }
      try eventually("dragclip is there") { try hasOwner(BusName.clipboard) }
      var reader = try ask("ListNames").read()
      var names = try reader.array()
      var reached = 0
      while !names.isAtEnd {
        let name = try names.string()
        var reply = try ask("GetConnectionUnixProcessID", name).read()
        let process = try reply.uint32()
        guard name.hasPrefix(":"), process == UInt32(dragclip.processIdentifier) else { continue }
        reached += 1
        let call = try Message.call(
          to: name, path: "/", interface: "org.example.Many", member: "Take")
        call.descriptorLimit = 253
        try call.write { writer throws(BusError) in
          for _ in 0..<253 { try writer.append(descriptor: OwnedFileDescriptor(adopting: dup(0))) }
        }
        #expect(throws: BusError.self) { try connection.callAndWait(call, timeout: 20_000) }
        #expect(try hasOwner(name))
      }
      #expect(reached == 2)
      #expect(dragclip.isRunning)
      #expect(try hasOwner(BusName.clipboard))
    }
  }
}
