internal import DragClient
internal import GtkKit

/// Reads a dropped text: through dragd, complete or not at all, otherwise from the display server's stream.
enum DroppedText {
  /// The path of a private offer of dragd.
  static let offerType = "application/vnd.dragd.offer"

  private static let plain = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain"]
  private static let largest = 16 << 20

  static func canTake(_ types: [String]) -> Bool {
    types.contains(offerType) || plain.contains { types.contains($0) }
  }

  /// - Parameter progress: called with the progress; nil when it is unknown.
  static func read(
    _ drop: Drop, _ client: DragClient?, progress: @escaping (Double?) -> Void
  ) async throws -> String {
    if let client, drop.types.contains(offerType) {
      let path = try await drop.bytes(offerType, atMost: 4096, within: InputStream.silenceLimit)
      let offered = try await client.offered(at: String(decoding: path, as: UTF8.self))
      let loading = try await offered.firstItem().loading(String.readableTypes)
      let following = Task { for await step in loading.progress { progress(step.fraction) } }
      defer { following.cancel() }
      return try await loading.value(as: String.self)
    }
    progress(nil)
    guard let type = plain.first(where: { drop.types.contains($0) }) else {
      throw DragError(.notAcceptable, "there is no text in it")
    }
    return String(
      decoding: try await drop.bytes(type, atMost: largest, within: InputStream.silenceLimit),
      as: UTF8.self)
  }
}
