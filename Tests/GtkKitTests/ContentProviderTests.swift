internal import CGtk
import Testing

@testable internal import GtkKit

@MainActor @Suite(.serialized) struct ContentProviderTests {
  /// What a reader of one type gets.
  private func content(of provider: ContentProvider, _ type: String) async throws -> [UInt8] {
    let stream = Object(adopting: nonNull(g_memory_output_stream_new_resizable()).raw)
    let result = await asynchronously {
      gdk_content_provider_write_mime_type_async(
        provider.cast(), type, stream.cast(), 0, nil, $0, $1)
    }
    _ = try throwing {
      gdk_content_provider_write_mime_type_finish(provider.cast(), result.opaque, $0)
    }
    let size = g_memory_output_stream_get_data_size(stream.cast())
    return Array(
      UnsafeRawBufferPointer(
        start: g_memory_output_stream_get_data(stream.cast()), count: Int(size)))
  }

  @Test func aRepresentationIsMadeOnlyWhenItIsAskedForAndAsOftenAsThat() async throws {
    var made: [String] = []
    let provider = ContentProvider(
      ["image/png", "text/plain"].map { type in
        ContentRepresentation(type) { writer in
          made.append(type)
          for number in 0..<3 { try await writer.write("\(type) \(number);") }
        }
      })
    let formats = gdk_content_provider_ref_formats(provider.cast())
    #expect(mimeTypes(of: formats) == ["image/png", "text/plain"])
    gdk_content_formats_unref(formats)
    #expect(made.isEmpty)
    for _ in 0..<2 {
      let text = try await turning { try await self.content(of: provider, "text/plain") }
      #expect(String(decoding: text, as: UTF8.self) == "text/plain 0;text/plain 1;text/plain 2;")
    }
    #expect(made == ["text/plain", "text/plain"])
  }

  @Test func textIsToBeHadByItsBareNameToo() async throws {
    let provider = ContentProvider(
      ["text/html", "text/plain;charset=utf-8", "image/png"].map { type in
        ContentRepresentation(type) { try await $0.write(type) }
      })
    let formats = gdk_content_provider_ref_formats(provider.cast())
    #expect(
      mimeTypes(of: formats)
        == ["text/html", "text/plain;charset=utf-8", "text/plain", "image/png"])
    gdk_content_formats_unref(formats)
    let text = try await turning { try await self.content(of: provider, "text/plain") }
    #expect(String(decoding: text, as: UTF8.self) == "text/plain;charset=utf-8")
  }

  @Test func aFileIsWrittenWhole() async throws {
    let provider = ContentProvider([
      ContentRepresentation("text/x-swift") { try await $0.write(file: #filePath) }
    ])
    let text = try await turning { try await self.content(of: provider, "text/x-swift") }
    #expect(String(decoding: text, as: UTF8.self).contains("aFileIsWrittenWhole"))
  }

  @Test func whatIsNotOnOfferAndWhatCannotBeMadeFailsForTheReader() async throws {
    let provider = ContentProvider([
      ContentRepresentation("text/plain") { try await $0.write(file: "/nowhere/at all") }
    ])
    for type in ["text/plain", "image/png"] {
      await #expect(throws: GLibError.self) {
        _ = try await turning { try await self.content(of: provider, type) }
      }
    }
  }

  @Test func aProviderIsReleasedWithWhatItHolds() async throws {
    final class Witness {}
    weak var witness: Witness?
    do {
      let held = Witness()
      witness = held
      let provider = ContentProvider([
        ContentRepresentation("text/plain") { [held] _ in _ = held }
      ])
      _ = try await turning { try await self.content(of: provider, "text/plain") }
    }
    // The task that wrote lets go a moment later.
    try await turning { while witness != nil { try await Task.sleep(for: .milliseconds(1)) } }
    #expect(witness == nil)
  }
}
