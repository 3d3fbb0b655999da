internal import BoardModel
internal import DragClient
internal import GtkKit

/// The content of the editor's geocache for a drag, as a geocache card has it.
enum GeocacheContent {
  static func provider(of geocache: Geocache, _ client: DragClient?) -> ContentProvider {
    var representations: [ContentRepresentation] = []
    if let client {
      let offer = GeocacheOffer(geocache, client)
      representations.append(
        ContentRepresentation(CardContent.offerType) { try await $0.write(try await offer.path()) })
    }
    for (type, make) in contents(of: geocache) {
      representations.append(ContentRepresentation(type) { try await $0.write(make()) })
    }
    return ContentProvider(representations, forDrag: true)
  }

  /// The representations, highest fidelity first.
  static func contents(of geocache: Geocache) -> [(String, @Sendable () -> [UInt8])] {
    var contents: [(String, @Sendable () -> [UInt8])] = [
      (Geocache.type, { geocache.json }), (GPX.type, { GPX.file(geocache) }),
    ]
    if let image = geocache.image { contents.append(("image/png", { image })) }
    contents.append(("text/plain;charset=utf-8", { Array(geocache.text.utf8) }))
    return contents
  }
}

/// The private offer on dragd that accompanies a drag out of the editor. It is published when a program requests its
/// path.
final class GeocacheOffer {
  private let geocache: Geocache
  private let client: DragClient
  private var publishing: Task<Offering, any Error>?

  init(_ geocache: Geocache, _ client: DragClient) {
    self.geocache = geocache
    self.client = client
  }

  func path() async throws -> String {
    let (geocache, client) = (geocache, client)
    let publishing =
      publishing
      ?? Task {
        var item = ItemProvider(suggestedName: nil)
        for (type, make) in GeocacheContent.contents(of: geocache) {
          item.register(type) { try await $0.write(make()) }
        }
        var options = OfferingOptions()
        options.label = geocache.name
        options.isPrivate = true
        options.expiresAfter = .seconds(3600)
        return try await client.offer([item], options: options)
      }
    self.publishing = publishing
    return try await publishing.value.path
  }
}
