internal import DragClient

/// An offer of pictures: each as its file, and as a small PNG that is made on demand.
struct PictureOffer {
  /// Pixels of a thumbnail's longer side.
  static let thumbnailSize = 256

  private let offering: Offering

  init(_ pictures: [Picture], on client: DragClient) async throws(DragError) {
    let items = pictures.map { picture in
      var item = ItemProvider(suggestedName: picture.name)
      item.register(picture.type, file: picture.path)
      if picture.type != "image/png" {
        item.register("image/png") { writer in
          let size = Self.thumbnailSize
          try await writer.write(Thumbnail(of: picture, width: size, height: size).png())
        }
      }
      return item
    }
    var options = OfferingOptions()
    options.label = pictures.count == 1 ? pictures[0].name : "\(pictures.count) pictures"
    offering = try await client.offer(items, options: options)
  }

  /// The events of the offer, as texts for the person.
  func events(of pictures: [Picture]) -> AsyncStream<Input> {
    AsyncStream { continuation in
      let task = Task {
        for await event in offering.events {
          continuation.yield(Self.input(event, pictures))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func withdraw() async {
    try? await offering.withdraw()
  }

  private static func input(_ event: OfferingEvent, _ pictures: [Picture]) -> Input {
    switch event {
    case .published: return .status("on offer again")
    case .asked(_, let item, let type):
      return .status("\(pictures[item].name): requested as \(type)")
    case .progress(_, let item, let progress):
      return .status("\(pictures[item].name): \(progress.bytes) bytes")
    case .ended(let transfer):
      switch transfer.result {
      case .success: return .status("\(pictures[transfer.item].name) was taken")
      case .failure(let error):
        return .status("\(pictures[transfer.item].name): \(error.message)")
      }
    case .released: return .over("no longer on offer")
    }
  }
}
