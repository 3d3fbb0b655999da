internal import CGtk
import Testing

@testable internal import GtkKit

@MainActor @Suite(.serialized) struct WrittenContentTests {
  @Test func whatIsWrittenIsToldAndWhetherToItsEnd() async throws {
    let provider = ContentProvider([
      ContentRepresentation("text/plain") { try await $0.write("all of it") },
      ContentRepresentation("text/html") { writer in
        try await writer.write("a part")
        try await writer.write(file: "/nowhere/at all")
      },
    ])
    var told: [String] = []
    provider.onWritten { type, isWhole in told.append("\(type) \(isWhole)") }
    try await turning { try await write("text/html", of: provider) }
    #expect(told == ["text/html false"])
    try await turning { try await write("text/plain", of: provider) }
    #expect(told == ["text/html false", "text/plain true"])
  }
}

/// Has one type written, and lets it fail.
@MainActor private func write(_ type: String, of provider: ContentProvider) async throws {
  let stream = Object(adopting: nonNull(g_memory_output_stream_new_resizable()).raw)
  let result = await asynchronously {
    gdk_content_provider_write_mime_type_async(provider.cast(), type, stream.cast(), 0, nil, $0, $1)
  }
  _ = try? throwing {
    gdk_content_provider_write_mime_type_finish(provider.cast(), result.opaque, $0)
  }
}
