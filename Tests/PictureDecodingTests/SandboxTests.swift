import Foundation
import Harness
import Testing

@Suite struct SandboxTests {
  @Test func `a decoder can only compute`() throws {
    try Fixture.run { fixture in
      let file = try fixture.folder.write("secret", Array("mine".utf8))
      let program = "\(Built.folder)/sandboxprogram"
      let result = try fixture.run(
        program, ["\(ProcessInfo.processInfo.processIdentifier)", file])
      #expect(result.exit == .success, "\(result.error)")
      let done = result.output.split(separator: "\n").filter { $0.hasSuffix(": done") }
      #expect(
        done == ["load a library: done", "have some memory: done", "start a thread: done"],
        "\(result.output)")
    }
  }
}
