import ClipboardModel
import DragModel
import Testing

/// Where the bytes come from when a program accepts an offer of a content that was read in part.
@Suite struct ProvidingTests {
  private static let text = "text/plain;charset=utf-8"
  private static let other = "application/x-other"

  /// A content of which only the text was read, and the lazy offer of it.
  private func copied() throws -> (ClipboardWorld, Identifier) {
    var world = ClipboardWorld()
    world.copies([Self.text, Self.other])
    world.wait(250_000)
    world.settle()
    let call = world.current()
    world.publishAll()
    return (world, try world.present(call).offer)
  }

  private func isHeld(_ type: String, of offer: Identifier, _ world: ClipboardWorld) throws -> Bool
  {
    switch try world.clipboard.source(of: offer, try #require(MIMEType(type))) {
    case .held: true
    case .display: false
    case .offer(let other): throw WorldFailure("it is of \(other)")
    }
  }

  @Test func `the program is asked for what was not read, and for nothing else`() throws {
    let (world, offer) = try copied()
    #expect(try isHeld(Self.text, of: offer, world))
    #expect(try !isHeld(Self.other, of: offer, world))
  }

  @Test func `what was read is there when the program has just left`() throws {
    var (world, offer) = try copied()
    world.happens(.changed(.clipboard, nil))
    #expect(try isHeld(Self.text, of: offer, world))
    #expect(throws: Rejection.self) { try isHeld(Self.other, of: offer, world) }
    world.wait(100_000)
    world.publishAll()
    #expect(try isHeld(Self.text, of: offer, world))
  }
}
