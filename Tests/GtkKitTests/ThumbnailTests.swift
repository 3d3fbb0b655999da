import Testing

@testable import GtkKit

@MainActor @Suite(.serialized) struct ThumbnailTests {
  private let png = Texture.png(
    width: 40, height: 20, rgb: [UInt8](repeating: 0x80, count: 40 * 20 * 3))

  @Test func aPictureIsMadeAsSmallAsWanted() async throws {
    try await turning { [png] in
      let texture = try #require(await Texture.thumbnail(of: png, width: 20, height: 20))
      #expect(texture.width == 20 && texture.height == 10)
    }
  }

  @Test func whatIsNoPictureHasNone() async throws {
    try await turning { [png] in
      #expect(await Texture.thumbnail(of: [], width: 20, height: 20) == nil)
      #expect(await Texture.thumbnail(of: [1, 2, 3], width: 20, height: 20) == nil)
      #expect(await Texture.thumbnail(of: Array(png.prefix(40)), width: 20, height: 20) == nil)
    }
  }

  /// Sometimes the thread releases a picture last, sometimes the main loop.
  @Test func manyAreMadeAtOnce() async throws {
    try await turning { [png] in
      let tasks = (0..<500).map { _ in
        Task { await Texture.thumbnail(of: png, width: 20, height: 20) != nil }
      }
      for task in tasks { #expect(await task.value) }
    }
  }
}
