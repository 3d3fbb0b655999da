import Foundation
import Harness

/// The reader of a FIFO, which takes bytes only when it is told to.
struct SlowReader {
  let fifo: String
  private let taken: String
  private let program: Program

  init(_ session: XSession) throws {
    fifo = session.fixture.folder.path("fifo")
    taken = session.fixture.folder.path("taken")
    // Descriptor 3 lets 4 be opened, and would never end, because it is a writer too.
    let script = """
      mkfifo "$1"; exec 3<>"$1"; exec 4<"$1" 3>&-; echo ready; read go
      head -c 1 <&4 >"$2"; echo one; read go; exec cat <&4 >>"$2"
      """
    program = try session.peer("/bin/sh", ["-c", script, "sh", fifo, taken], input: .pipe)
    try program.waitForOutput("ready")
  }

  /// Waits for it. Call it once the writer has opened the FIFO: without a writer a reader sees the end.
  func readOneByte() throws {
    try program.write("go\n")
    try program.waitForOutput("one")
  }

  /// After the one byte: everything, up to the end.
  @discardableResult
  func readAll() throws -> Data {
    try program.write("go\n")
    try program.wait()
    return try Data(contentsOf: URL(filePath: taken))
  }

  func leave() {
    program.close()
  }
}
