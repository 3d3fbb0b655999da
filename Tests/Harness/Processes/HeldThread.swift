/// A thread of another process that can be held while the process's other threads go on (ptrace(2)). Of a user who is
/// not root, the system may refuse it (Yama's ptrace_scope).
package struct HeldThread {
  private let holder: Program

  package init(_ thread: Int32, _ fixture: Fixture) throws {
    holder = try fixture.start(
      "/usr/bin/python3", [Built.tool("hold-thread.py"), "\(thread)"], input: .pipe)
    try holder.waitForOutput("ready")
  }

  /// Holds the thread as long as `body` takes.
  package func held<Result>(_ body: () throws -> Result) throws -> Result {
    let said = holder.standardOutput.utf8.count
    try holder.write(Array("\n".utf8))
    _ = try holder.waitForOutput(after: said)
    defer { try? holder.write(Array("\n".utf8)) }
    return try body()
  }
}
