internal import CGtk
import Testing

@testable internal import GtkKit

@MainActor @Suite(.serialized) struct InputStreamTests {
  /// The output of a program that says nothing and does not end, as a source that was killed on X11.
  private func silence() throws -> (InputStream, end: () -> Void) {
    let program = Object(
      adopting: nonNull(
        try throwing { error in
          withStrings(["sleep", "1000"]) {
            // G_SUBPROCESS_FLAGS_STDOUT_PIPE, whose name is another one in newer headers.
            g_subprocess_newv($0, GSubprocessFlags(rawValue: 1 << 2), error)
          }
        }
      ).raw)
    let stream = InputStream(borrowing: nonNull(g_subprocess_get_stdout_pipe(program.opaque)))
    return (stream, { g_subprocess_force_exit(program.opaque) })
  }

  @Test func aStreamGivesAllItsBytesAndThenNone() async throws {
    let stream = InputStream(Array("one two".utf8))
    let chunks = try await turning {
      var chunks: [[UInt8]] = []
      repeat {
        chunks.append(try await stream.read(upTo: 4, within: .seconds(60)))
      } while chunks.last != []
      return chunks
    }
    #expect(chunks.map { String(decoding: $0, as: UTF8.self) } == ["one ", "two", ""])
  }

  @Test func aSilentSourceIsGivenUp() async throws {
    let (stream, end) = try silence()
    defer { end() }
    await #expect(throws: InputStream.Timeout.self) {
      _ = try await turning {
        try await stream.read(upTo: 4, within: .milliseconds(50))
      }
    }
  }

  @Test func readingEndsWhenItsTaskIsCancelled() async throws {
    let (stream, end) = try silence()
    defer { end() }
    await #expect(throws: CancellationError.self) {
      _ = try await turning {
        let reading = Task { try await stream.read(upTo: 4, within: .seconds(3600)) }
        reading.cancel()
        return try await reading.value
      }
    }
  }
}
