internal import CLinux

/// A file system that behaves like a dead network mount: chosen operations on its one file never return. A process in
/// such an operation cannot even be killed until `close()` or `answer(_:)`.
package final class HangingFileSystem {
  /// Requests of the FUSE protocol. `close(2)` waits for `flush`; `fstat(2)` is `getattr`.
  package enum Operation: String, CaseIterable, Sendable {
    case lookup, getattr, setattr, open, read, write, statfs, flush, opendir, readdir, access, lseek
  }

  /// The path of the only file.
  package let file: String
  /// The file's size, in bytes.
  package let size: Int
  private let folder: TemporaryFolder
  private let program: Program

  /// Mounts the file system. The operations in `hanging` hang from the beginning.
  package init(size: Int = 1_000_000, hanging: Set<Operation> = []) throws {
    self.size = size
    let folder = try TemporaryFolder("hang")
    self.folder = folder
    file = folder.path("mount/file")
    program = try Program(
      "/usr/bin/python3",
      [Built.tool("hanging-fs.py"), try folder.makeFolder("mount"), String(size)]
        + hanging.map(\.rawValue),
      input: .pipe)
    do {
      try program.waitForOutput("ready\n")
    } catch {
      program.close()
      folder.remove()
      throw error
    }
  }

  deinit { close() }

  /// Why this machine cannot mount one; nil if it can.
  package static let unavailable: String? = {
    do {
      try HangingFileSystem().close()
      return nil
    } catch {
      return String(describing: error)
    }
  }()

  /// The byte at an offset of the file.
  package static func byte(at offset: Int) -> UInt8 { UInt8(offset % 251) }

  /// From now on these operations hang.
  package func hang(_ operations: Operation...) throws { try command("hang", operations) }

  /// These operations work again, and those that hang return.
  package func answer(_ operations: Operation...) throws { try command("answer", operations) }

  /// Changes the size of the file, as another host would.
  package func resize(_ size: Int) throws { try command("resize \(size)") }

  /// Operations hang only for these processes; without an argument, for all.
  package func limitHanging(to processes: Program...) throws {
    try command(
      (["limit"] + processes.map { String($0.processIdentifier) }).joined(separator: " "))
  }

  /// Operations hang only for this process. For tests that open the file themselves: a program that is started
  /// meanwhile inherits the descriptor until it has closed it, and would hang in that close.
  package func limitHangingToThisProcess() throws { try command("limit \(getpid())") }

  /// Waits until `count` requests for the operation have hung since the start.
  package func waitUntilHung(
    _ operation: Operation, count: Int = 1, within limit: Duration = Timeout.usual
  ) throws {
    let line = Substring("hung \(operation.rawValue)")
    try program.waitForOutput(within: limit, "\(line), \(count) times") { printed in
      printed.split(separator: "\n").count { $0 == line } >= count
    }
  }

  /// The number of requests for the operation that have hung since the start.
  package func hungCount(_ operation: Operation) -> Int {
    program.standardOutput.split(separator: "\n").count { $0 == "hung \(operation.rawValue)" }
  }

  /// Ends all hanging operations with an error and unmounts. Further calls do nothing.
  package func close() {
    program.closeInput()
    _ = try? program.wait()
    program.close()
    folder.remove()
  }

  private func command(_ verb: String, _ operations: [Operation]) throws {
    try command(([verb] + operations.map(\.rawValue)).joined(separator: " "))
  }

  private func command(_ text: String) throws {
    let line = text + "\n"
    let before = acknowledged(line, in: program.standardOutput)
    try program.write(line)
    try program.waitForOutput(within: Timeout.usual, "acknowledge “\(line.dropLast())”") {
      printed in
      acknowledged(line, in: printed) > before
    }
  }
}

private func acknowledged(_ line: String, in printed: String) -> Int {
  printed.split(separator: "\n").count { $0 == line.dropLast() }
}
