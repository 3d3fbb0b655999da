import DragModel
import DragProtocol
import Harness
import Testing

/// Sizes around those of an X11 request and of INCR, between xclip and the shell through dragclip.
@Suite struct ExchangedSizesTests {
  private static let type = "application/x-sized"
  private static let sizes = [1, 4_001, (1 << 20) - 1, 1 << 20, (1 << 20) + 1]
  private static let large = 64 << 20
  /// dragclip reads ahead, or passes on what is pasted.
  private static let persistence = [[], ["--persist", "off"]]

  private static func content(_ file: String, isHeld: Bool) -> [String] {
    isHeld ? ["--type", type, file] : ["--exec", "\(type)=cat '\(file)'"]
  }

  @Test(arguments: persistence)
  func `what xclip has copied is pasted in the shell`(_ arguments: [String]) throws {
    try ClipboardSession.run(.x11, arguments) { session in
      for size in Self.sizes {
        let bytes = Sample.noise(size)
        // The last one ends with this copy; were it killed before, dragclip might restore its copy over this one.
        try session.copyWithXclip(Self.type, bytes)
        let pasted = try session.fixture.run(
          Built.dragctl, ["paste", "--type", Self.type, "--output", "-"], on: session.bus)
        #expect(pasted.outputBytes == bytes, "\(size): \(pasted.outputBytes.count) \(pasted.error)")
      }
    }
  }

  /// A file is held, and its size is known; what a command makes is lazy.
  @Test(arguments: [true, false])
  func `what the shell has copied is pasted by xclip`(_ isHeld: Bool) throws {
    try ClipboardSession.run(.x11) { session in
      for size in Self.sizes {
        let bytes = Sample.noise(size)
        let file = try session.fixture.folder.write("content", bytes)
        let copied = try session.fixture.run(
          Built.dragctl,
          ["copy"] + Self.content(file, isHeld: isHeld), on: session.bus)
        #expect(copied.exit == .success, "\(copied.error)")
        let pasted = try session.paste(Self.type)
        #expect(pasted.outputBytes == bytes, "\(size): \(pasted.outputBytes.count) \(pasted.error)")
      }
    }
  }

  @Test(arguments: Extent.part(of: [["--persist", "off"]]) { _ in false })
  func `a large copy of xclip is pasted in little memory`(_ arguments: [String]) throws {
    try ClipboardSession.run(.x11, arguments) { session in
      let bytes = Sample.noise(Self.large)
      let file = try session.fixture.folder.write("content", bytes)
      try session.copyWithXclip(Self.type, bytes)
      let paste = { try session.shell("\"$1\" paste --type \(Self.type) | cmp - \"$2\"", file) }
      try expectLittleMemory(session, while: paste)
    }
  }

  @Test(arguments: Extent.part(of: [true, false]) { _ in false })
  func `a large copy of the shell is pasted by xclip in little memory`(_ isHeld: Bool) throws {
    try ClipboardSession.run(.x11) { session in
      let file = try session.fixture.folder.write("content", Sample.noise(Self.large))
      try session.copy(
        try session.offer((isHeld ? ["--detach"] : []) + Self.content(file, isHeld: isHeld)))
      let paste = session.pasteCommand(Self.type).joined(separator: " ")
      try expectLittleMemory(session) { try session.shell("\(paste) | cmp - \"$2\"", file) }
    }
  }

  /// - Parameter paste: starts a command that compares what it pastes.
  private func expectLittleMemory(
    _ session: ClipboardSession, while paste: () throws -> Program
  ) throws {
    let idle = try session.dragclip.facts.anonymousMemory()
    let command = try paste()
    let peak = try session.dragclip.facts.peakAnonymousMemory(within: Timeout.long) {
      !command.isRunning
    }
    let result = try command.wait()
    #expect(result.exit == .success, "\(result.output)\(result.error)")
    #expect(peak - idle < 4 << 20, "\(peak - idle)")
  }
}

extension ClipboardSession {
  /// Copies with xclip, and waits until dragclip has seen it.
  fileprivate func copyWithXclip(_ type: String, _ bytes: [UInt8]) throws {
    let serial = try? current().serial
    _ = try fixture.start(
      "xclip", ["-selection", "clipboard", "-t", type, "-quiet"], environment: variables,
      input: .bytes(bytes))
    try current("xclip has copied") {
      $0.targets.contains(type) && !$0.isOwn && $0.serial != serial
    }
  }

  /// Starts a command with the path of dragctl as $1, and a file as $2.
  fileprivate func shell(_ command: String, _ file: String) throws -> Program {
    try fixture.start(
      "/bin/sh", ["-c", command, "sh", Built.dragctl, file], on: bus, environment: variables)
  }
}
