internal import CGtk

/// Reads content of another program, a chunk at a time.
package final class InputStream: Object {
  /// The source sent nothing within the time limit.
  package struct Timeout: Error, CustomStringConvertible {
    package let limit: Duration
    package var description: String { "the source sent nothing for \(limit)" }
  }

  /// How long another program may send nothing before its reader gives up.
  package static let silenceLimit: Duration = .seconds(20)

  /// A stream of bytes in memory.
  package convenience init(_ bytes: [UInt8]) {
    let copy = g_memdup2(bytes, gsize(bytes.count))
    self.init(
      adopting: nonNull(g_memory_input_stream_new_from_data(copy, gssize(bytes.count), g_free)).raw)
  }

  /// Reads some bytes; empty at the end.
  ///
  /// On X11 the reader sees neither an end nor an error when its source is killed, hence the limit. Cancelling the task
  /// stops the reading.
  ///
  /// - Throws: ``Timeout`` after `limit` without a byte, `CancellationError`, else ``GLibError``.
  package func read(upTo count: Int, within limit: Duration) async throws -> [UInt8] {
    let result = await asynchronously(within: limit) {
      g_input_stream_read_bytes_async(cast(), gsize(count), G_PRIORITY_DEFAULT, $0, $1, $2)
    }
    guard let result else { throw Self.cancellationError(after: limit) }
    let bytes: OpaquePointer?
    do throws(GLibError) {
      bytes = try throwing { g_input_stream_read_bytes_finish(cast(), result.opaque, $0) }
    } catch {
      throw error.isCancellation ? Self.cancellationError(after: limit) : error
    }
    guard let bytes else { return [] }
    defer { g_bytes_unref(bytes) }
    var size: gsize = 0
    let start = g_bytes_get_data(bytes, &size)
    return Array(UnsafeRawBufferPointer(start: start, count: Int(size)))
  }

  /// The error that says why a function was cancelled.
  static func cancellationError(after limit: Duration) -> any Error {
    Task.isCancelled ? CancellationError() : Timeout(limit: limit)
  }

  /// Closes the stream.
  package func close() {
    g_input_stream_close_async(cast(), G_PRIORITY_DEFAULT, nil, nil, nil)
  }
}
