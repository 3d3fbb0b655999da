internal import CGtk
import Testing

@testable internal import GtkKit

@MainActor @Suite(.serialized) struct WrittenContentTests {
  @Test func onlyWhatIsWrittenToItsEndIsTold() async throws {
    let provider = ContentProvider([
      ContentRepresentation("text/plain") { try await $0.write("all of it") },
      ContentRepresentation("text/html") { writer in
        try await writer.write("a part")
        try await writer.write(file: "/nowhere/at all")
      },
    ])
    var count = 0
    provider.onWritten { _ in count += 1 }
    try await turning { try await write("text/html", of: provider) }
    #expect(count == 0)
    try await turning { try await write("text/plain", of: provider) }
    #expect(count == 1)
  }
}

/// Has one type written, and lets it fail.
@MainActor private func write(_ type: String, of provider: ContentProvider) async throws {
  let stream = Object(taking: made(g_memory_output_stream_new_resizable()).raw)
  let result = await asynchronously {
    gdk_content_provider_write_mime_type_async(provider.cast(), type, stream.cast(), 0, nil, $0, $1)
  }
  _ = try? throwing {
    gdk_content_provider_write_mime_type_finish(provider.cast(), result.opaque, $0)
  }
}
