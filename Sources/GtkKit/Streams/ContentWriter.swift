internal import CGtk

/// Writes a representation to the program that reads it.
package final class ContentWriter {
  private let stream: Object
  private let cancellable: Cancellable
  private let priority: Int32
  /// The number of bytes written.
  package private(set) var bytesWritten = 0

  init(_ stream: Object, _ cancellable: Cancellable, priority: Int32) {
    self.stream = stream
    self.cancellable = cancellable
    self.priority = priority
  }

  /// Writes bytes; returns when the stream has accepted all of them.
  ///
  /// - Throws: ``GLibError`` when the reader has closed its end.
  package func write(_ bytes: [UInt8]) async throws {
    guard !bytes.isEmpty else { return }
    // GIO reads the bytes until it calls back.
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

  /// Writes a file, which GIO reads on other threads.
  ///
  /// - Throws: ``GLibError`` when the file cannot be read, or the reader has closed its end.
  package func write(file path: String) async throws {
    let file = Object(adopting: nonNull(g_file_new_for_path(path)).raw)
    let opened = await asynchronously {
      g_file_read_async(file.opaque, priority, cancellable.pointer, $0, $1)
    }
    let source = try throwing { g_file_read_finish(file.opaque, opened.opaque, $0) }
    guard let source else { return }
    let input = Object(adopting: source.raw)
    let result = await asynchronously {
      g_output_stream_splice_async(
        stream.cast(), input.cast(), dragd_splice_closing_source, priority,
        cancellable.pointer, $0, $1)
    }
    let count = try throwing {
      g_output_stream_splice_finish(stream.cast(), result.opaque, $0)
    }
    bytesWritten += Int(max(count, 0))
  }
}
