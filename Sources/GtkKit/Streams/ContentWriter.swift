internal import CGtk

/// Where a representation is written that another program reads.
package final class ContentWriter {
  private let stream: Object
  private let cancellable: Cancellable
  private let priority: Int32
  /// How many bytes have gone.
  package private(set) var bytesWritten = 0

  init(_ stream: Object, _ cancellable: Cancellable, priority: Int32) {
    self.stream = stream
    self.cancellable = cancellable
    self.priority = priority
  }

  /// Writes bytes; returns when they are on their way.
  ///
  /// - Throws: ``GLibError`` when the reader has gone.
  package func write(_ bytes: [UInt8]) async throws {
    guard !bytes.isEmpty else { return }
    // GIO reads them until it has called back.
    let copy = g_memdup2(bytes, gsize(bytes.count))
    defer { g_free(copy) }
    let result = await asynchronously {
      g_output_stream_write_all_async(
        stream.cast(), copy, gsize(bytes.count), priority, cancellable.pointer, $0, $1)
    }
    var count: gsize = 0
    defer { bytesWritten += Int(count) }
    _ = try throwing {
      g_output_stream_write_all_finish(stream.cast(), result.opaque, &count, $0)
    }
  }

  /// Writes a text in UTF-8.
  package func write(_ text: String) async throws {
    try await write(Array(text.utf8))
  }

  /// Writes a file, read on other threads.
  ///
  /// - Throws: ``GLibError`` when it cannot be read, or the reader has gone.
  package func write(file path: String) async throws {
    let file = Object(taking: made(g_file_new_for_path(path)).raw)
    let opened = await asynchronously {
      g_file_read_async(file.opaque, priority, cancellable.pointer, $0, $1)
    }
    let source = try throwing { g_file_read_finish(file.opaque, opened.opaque, $0) }
    guard let source else { return }
    let input = Object(taking: source.raw)
    let result = await asynchronously {
      g_output_stream_splice_async(
        stream.cast(), input.cast(), G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE, priority,
        cancellable.pointer, $0, $1)
    }
    let count = try throwing {
      g_output_stream_splice_finish(stream.cast(), result.opaque, $0)
    }
    bytesWritten += Int(max(count, 0))
  }
}
