import DragClient
import DragClientFoundation
import Foundation
import Harness
import Testing

/// A value in every kind of representation.
private struct Photo: DragTransferable, Codable, Equatable {
  var title: String
  var pixels: [UInt8]

  var suggestedName: String? { "\(title).raw" }

  struct Blank: Error { let password = "hunter2" }

  static var transferRepresentations: [TransferRepresentation<Photo>] {
    [
      .codable("application/x-photo+json"),
      .data("application/x-photo") { photo in
        guard !photo.pixels.isEmpty else { throw Blank() }
        return photo.pixels
      } importing: { bytes in
        Photo(title: "", pixels: bytes)
      },
      .file("image/x-photo") { photo in
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID()).photo"
        try Data(photo.pixels).write(to: URL(filePath: path))
        return path
      } importing: { content in
        Photo(title: content.fileName ?? "", pixels: try await content.bytes())
      },
      .proxy { photo in
        photo.title
      } importing: { text in
        Photo(title: text, pixels: [])
      },
    ]
  }
}

@Suite struct TransferableTests {
  private let photo = Photo(title: "harbour", pixels: [1, 2, 3])

  @Test(arguments: PrivateBus.Kind.allCases)
  func aValueComesBackFromEachOfItsRepresentations(_ kind: PrivateBus.Kind) async throws {
    try await World.run(kind) { world in
      let offering = try await world.client().offer([photo])
      let offered = try await world.client().offered(at: offering.path)
      #expect(
        offered.types == [
          "application/x-photo+json", "application/x-photo", "image/x-photo",
          "text/plain;charset=utf-8",
        ])
      #expect(offered.canLoad(as: Photo.self))
      #expect(try await offered.load(as: Photo.self) == [photo])
      #expect(try await offered.load(as: String.self) == ["harbour"])
      #expect(try await offered.load(as: [UInt8].self).count == 1)
      let item = try await offered.firstItem()
      #expect(item.suggestedName == "harbour.raw")
      #expect(try await item.bytes(["image/*"]) == photo.pixels)
      let destination = try await world.client()
      for (type, wanted) in [
        ("application/x-photo", Photo(title: "", pixels: photo.pixels)),
        ("image/x-photo", Photo(title: "harbour.raw", pixels: photo.pixels)),
        ("text/plain", Photo(title: "bytes", pixels: [])),
      ] {
        var one = ItemProvider(suggestedName: "harbour.raw")
        one.register(type, bytes: type == "text/plain" ? Array("bytes".utf8) : photo.pixels)
        let path = try await destination.offer([one]).path
        #expect(try await world.client().offered(at: path).load(as: Photo.self) == [wanted])
      }
    }
  }

  @Test func aTextIsHeldAndOutlivesItsProgram() async throws {
    try await World.run { world in
      let source = try await world.client()
      let path = try await source.offer([ItemProvider("words")]).path
      let near = try await source.offered(at: path).load(as: String.self)
      source.close()
      #expect(near == ["words"])
      let item = try await world.client().offered(at: path).firstItem()
      #expect(item.representations.map(\.isHeld) == [true])
      #expect(try await item.load(as: Data.self) == Data("words".utf8))
    }
  }

  @Test func whatCannotBeExportedOrImportedSaysWhichAndTellsOthersNothing() async throws {
    try await World.run { world in
      let offering = try await world.client().offer([Photo(title: "x", pixels: [])])
      let item = try await world.client().offered(at: offering.path).firstItem()
      let failed = await failure { () async throws(DragError) in
        _ = try await item.bytes(["application/x-photo"])
      }
      #expect(failed?.code == .sourceFailed)
      #expect(failed?.message.contains("hunter2") == false)
      var broken = ItemProvider()
      broken.register("application/x-photo+json", bytes: Array("{".utf8))
      let path = try await world.client().offer([broken]).path
      let destination = try await world.client()
      let unreadable = await failure { () async throws(DragError) in
        _ = try await destination.offered(at: path).load(as: Photo.self)
      }
      #expect(unreadable?.code == .unreadable)
      #expect(unreadable?.message.contains("application/x-photo+json") == true)
    }
  }

  @Test func aTargetTakesValues() async throws {
    try await World.run { world in
      let taken = Box<[Photo]>([])
      _ = try await world.client().registerTarget("photos", for: Photo.self) { photos, session in
        #expect(session.operation == .copy)
        taken.update { $0 += photos }
      }
      let dropper = try await world.client()
      let target = try #require(try await dropper.targets(named: "photos").first)
      #expect(target.types == Photo.loadableTypes)
      let photos = [photo, Photo(title: "pier", pixels: [4])]
      let result = try await target.drop(photos.map { ItemProvider(transferring: $0) })
      #expect(result.items == 2)
      #expect(taken.value == photos)
    }
  }

  @Test func foundationsTypesFollow() async throws {
    try await World.run { world in
      let source = try await world.client()
      var item = ItemProvider()
      item.register("a/b", size: 2_000_000) { try await $0.write(Data(count: 2_000_000)) }
      let path = try await source.offer([item]).path
      let loading = try await world.client().offered(at: path).firstItem().loading()
      let progress = Progress(following: loading.progress)
      _ = try await loading.load()
      try await eventually("the bar is full") {
        progress.fractionCompleted == 1 && progress.totalUnitCount == 2_000_000
      }
      let missing = await failure { () async throws(DragError) in
        _ = try await source.find(["x/none"])
      }
      #expect(missing?.group == .notFound)
      let said: (any Error)? = missing
      #expect(said?.localizedDescription == missing?.message)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await failure { () async throws(DragError) in _ = try await source.find() }
      }
      #expect(await task.value?.isTaskCancellation == true)
      #expect(missing?.isTaskCancellation == false)
    }
  }

  /// Regression: seven of eight pictures of one name were lost.
  @Test func itemsOfOneNameAllStay() async throws {
    try await World.run { world in
      let folder = world.fixture.folder.path("inbox")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      _ = try await world.client().registerTarget("inbox") { session in
        for item in session.items { try await session.loading(item).save(into: folder) }
      }
      var items: [ItemProvider] = []
      for number in 0..<3 {
        var item = ItemProvider(suggestedName: "DSC.png")
        item.register("image/png", bytes: [UInt8(number)])
        items.append(item)
      }
      var unsafe = ItemProvider(suggestedName: ".profile")
      unsafe.register("text/plain", bytes: [9])
      var nameless = ItemProvider()
      nameless.register("image/png", bytes: [8])
      let dropper = try await world.client()
      let target = try #require(try await dropper.targets(named: "inbox").first)
      _ = try await target.drop(items + [unsafe, nameless])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["DSC (1).png", "DSC (2).png", "DSC.png", "_profile", "unnamed.png"])
      let bytes = try names.prefix(3).map { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")) }
      #expect(Set(bytes) == [Data([0]), Data([1]), Data([2])])
    }
  }
}
