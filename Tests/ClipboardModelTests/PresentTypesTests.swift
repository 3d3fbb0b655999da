import ClipboardModel
import DragModel
import Testing

/// The types that Current names, so that its caller need not ask dragd.
@Suite struct PresentTypesTests {
  private static let text = ["text/plain;charset=utf-8", "text/html"]

  private func names(_ world: ClipboardWorld, _ call: CallNumber) throws -> [String]? {
    try world.present(call).types?.map(\.description)
  }

  @Test func `they are the program's while its content is lazy`() throws {
    var world = ClipboardWorld(persist: 0)
    world.copies(Self.text)
    let call = world.current()
    world.publishAll()
    #expect(try names(world, call) == Self.text)
  }

  @Test func `they are those that were read once the content is held`() throws {
    var world = ClipboardWorld()
    world.copies(Self.text)
    world.wait(250_000)
    world.settle("two words")
    let call = world.current()
    #expect(try names(world, call) == Self.text)
    world.happens(.changed(.clipboard, nil))
    world.wait(100_000)
    world.displayTells()
    let restored = world.current()
    #expect(try world.present(restored).isOwn)
    #expect(try names(world, restored) == Self.text)
  }

  @Test(arguments: [[MIMEType.octetStream], nil])
  func `they are the copied offer's where it keeps them`(_ types: [MIMEType]?) throws {
    var world = ClipboardWorld()
    let offer = Identifier(high: 1 << 40, middle: 0, low: 0)
    let item = CopiedItem(representations: [CopiedRepresentation(type: .octetStream)])
    let copied = CopiedOffer(offer: offer, items: [item], types: types)
    _ = world.call { .copy($0, copied, .clipboard) }
    let call = world.current()
    #expect(try world.present(call).offer == offer)
    #expect(try world.present(call).types == types)
  }
}
