import DragModel
import Testing

/// What is said of the files of items.
@Suite struct FileAttributesTests {
  private static let file = FileAttributes(mode: 0o755, modified: 981_173_106_123_456)

  /// Offers a file with another form of it; the offer's id.
  private func offer(
    by owner: Party, in world: inout World, _ contents: [(String, OfferedContent)]
  ) throws -> Identifier {
    let id = world.id()
    let representations = contents.map {
      Representation(type: MIMEType($0.0), content: $0.1)
    }
    let item = Item(attributes: ItemAttributes(file: Self.file), representations: representations)
    var options = OfferOptions()
    options.source = "/source"
    try world.handle(.offer(id: id, owner: owner, items: [item], options: options))
    return id
  }

  @Test(arguments: [(false, 0o755 as UInt32), (true, 0o644)])
  func noSandboxMakesAFileExecutableOutsideOfIt(_ isSandboxed: Bool, _ mode: UInt32) throws {
    var world = World()
    let owner = Party(Peer(":1.9"), isSandboxed: isSandboxed)
    let id = try offer(by: owner, in: &world, [("text/plain", world.held(3, .reference))])
    let shown = try world.broker.items(of: id, from: 0, count: 0, for: World.destination)
    #expect(shown[0].attributes.file == FileAttributes(mode: mode, modified: Self.file.modified))
    let plan = try world.plan(id)
    #expect(plan.items[0].file(of: plan.items[0].parts[0]).mode == mode)
  }

  @Test func anotherFormOfTheFileHasNoneOfItsAttributes() throws {
    var world = World()
    let id = try offer(
      by: World.source, in: &world,
      [("text/plain", world.held(3, .reference)), ("image/png", .lazy(size: nil))])
    for (type, expected) in [("text/plain", Self.file), ("image/png", FileAttributes())] {
      let item = try world.plan(id, types: [type]).items[0]
      #expect(item.file(of: item.parts[0]) == expected, "\(type)")
    }
  }

  /// The archive is offered beside the folder's address. A sandbox loses the right to enter the folder, so that the
  /// unpacking program can tell.
  @Test(arguments: [(false, 0o755 as UInt32), (true, 0o644)])
  func theArchiveOfAFolderHasItsMode(_ isSandboxed: Bool, _ mode: UInt32) throws {
    var world = World()
    let id = try offer(
      by: Party(Peer(":1.9"), isSandboxed: isSandboxed), in: &world,
      [("application/x-tar;content=folder", .lazy(size: 9)), ("text/uri-list", world.held(3))])
    let item = try world.plan(id).items[0]
    #expect(item.file(of: item.parts[0]).mode == mode)
  }

  /// A copy of a script is still the script, and its address is not.
  @Test func theFirstOfHeldFormsIsTheFile() throws {
    var world = World()
    let id = try offer(
      by: World.source, in: &world,
      [("application/x-shellscript", world.held(3)), ("text/uri-list", world.held(9))])
    for (type, expected) in [
      ("application/x-shellscript", Self.file), ("text/uri-list", FileAttributes()),
    ] {
      let item = try world.plan(id, types: [type]).items[0]
      #expect(item.file(of: item.parts[0]) == expected, "\(type)")
    }
  }

  /// A program that mirrors offers sends the content itself.
  @Test func theOnlyFormIsTheFile() throws {
    var world = World()
    let id = try offer(by: World.source, in: &world, [("text/plain", world.held(3))])
    let item = try world.plan(id).items[0]
    #expect(item.file(of: item.parts[0]) == Self.file)
  }
}
