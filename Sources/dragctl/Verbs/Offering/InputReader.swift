internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Reads a stream to its end into memory or a file that dragd can hold.
struct InputReader {
  /// Whether the content must never be on a disk.
  let isSensitive: Bool

  /// Bytes that fit into a message.
  private static let small = Lengths.data
  /// Bytes to keep in memory; more goes to a file without a name.
  private static let memoryLimit: UInt64 = 256 << 20

  /// A large regular file at its start is offered by reference, like a named one.
  func standardInput() throws(Failure) -> SourceContent {
    let content: SourceContent
    let status: FileStatus
    do throws(SystemError) {
      let input = try StandardStream.input.duplicate()
      status = try FileStatus(of: input)
      switch status.kind {
      case .directory, .symbolicLink, .fifo, .socket, .characterDevice, .blockDevice, .unknown:
        break
      case .regular:
        if status.size > UInt64(Self.small), try input.position() == 0 {
          return .file(SharedDescriptor(input))
        }
      }
      content = try read(input)
    } catch {
      throw Failure(
        .other, translated("standard input: {reason}", ["reason": error.reason]),
        hint: hint(after: error))
    }
    guard case .data([]) = content else { return content }
    switch status.kind {
    case .regular, .fifo, .socket, .directory, .symbolicLink: return content
    // cron(8), a desktop and “ssh -n” give a program /dev/null to read.
    case .characterDevice, .blockDevice, .unknown:
      throw .usage(
        translated("standard input is empty, and neither a pipe nor a file"),
        hint: translated("Name a FILE, or give --text."))
    }
  }

  func read(_ input: consuming OwnedFileDescriptor) throws(SystemError) -> SourceContent {
    var start: [UInt8] = []
    while start.count <= Self.small {
      let bytes = try input.readWaiting(upTo: Self.small + 1 - start.count)
      if bytes.isEmpty { return .data(start) }
      start += bytes
    }
    let memory = try Memfd.create("dragctl")
    try memory.writeWaiting(start)
    var drain = Drain(from: input, to: try memory.duplicate())
    let rest = Self.memoryLimit - UInt64(start.count)
    while try copy(&drain) {
      guard isSensitive || drain.byteCount < rest else {
        return try spill(memory, UInt64(start.count) + drain.byteCount, drain)
      }
    }
    try Memfd.seal(memory)
    return .file(SharedDescriptor(memory))
  }

  /// Appends a stream, up to its end, at the position of a file in memory.
  func append(
    _ input: borrowing OwnedFileDescriptor, to memory: borrowing OwnedFileDescriptor
  ) throws(SystemError) {
    var drain = Drain(from: try input.duplicate(), to: try memory.duplicate())
    while try copy(&drain) {}
  }

  /// What to do if there is no room for the content.
  private func hint(after error: SystemError) -> String? {
    if error.isTooLargeFile {
      return translated("“ulimit -f” limits the size of a file here; a named FILE is not copied.")
    }
    guard error.isNoSpace, !isSensitive, let folder = try? SpoolFolder.ready() else { return nil }
    return translated(
      "Long content is kept in {folder}: free some space there, or set XDG_CACHE_HOME.",
      ["folder": Printable.line(folder)])
  }

  /// Continues in a file without a name.
  private func spill(
    _ memory: borrowing OwnedFileDescriptor, _ count: UInt64, _ drain: consuming Drain
  ) throws(SystemError) -> SourceContent {
    let file = try UnlinkedFile.create(in: try SpoolFolder.ready())
    try Copy.bytes(count, from: memory, to: file)
    try file.setPosition(count)
    var rest = Drain(from: drain.releaseSource(), to: try file.duplicate())
    while try copy(&rest) {}
    return .file(SharedDescriptor(file))
  }

  /// False at the end.
  private func copy(_ drain: inout Drain) throws(SystemError) -> Bool {
    let step = try drain.step()
    switch step {
    case .copied: return true
    case .ended, .filtered: return false
    case .waitForSource, .waitForDestination:
      drain.wait(after: step, or: nil, milliseconds: nil)
      return true
    }
  }
}
