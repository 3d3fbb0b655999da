import ClipboardModel
import DragModel
import Testing

/// Content that dragclip reads before any program pastes, and content that it keeps.
@Suite struct ReadingTests {
  static let text = ["text/plain;charset=utf-8", "text/html"]

  @Test func `a copy is read a quarter of a second after the last change`() {
    var world = ClipboardWorld()
    world.copies(Self.text)
    world.wait(200_000)
    world.copies(Self.text)
    world.wait(249_999)
    #expect(world.reads.isEmpty)
    world.wait(1)
    #expect(world.reads.count == 1)
  }

  @Test func `what was read becomes an offer and joins the history`() throws {
    var world = ClipboardWorld()
    world.copies(Self.text)
    world.wait(250_000)
    world.settle()
    #expect(world.history.map { $0.types.map(\.imported.target) } == [Self.text])
    let call = world.current()
    #expect(try world.present(call).isHeld)
    #expect(world.offers == [try world.present(call).offer])
  }

  @Test func `with persist off nothing is ever read`() throws {
    var world = ClipboardWorld(persist: 0)
    for _ in 0..<100 {
      world.copies(Self.text)
      world.wait(1_000)
    }
    world.wait(10_000_000)
    #expect(world.reads.isEmpty && world.publishing.isEmpty && world.offers.isEmpty)
    let call = world.current()
    world.publishAll()
    #expect(try !world.present(call).isHeld)
    #expect(world.reads.isEmpty)
  }

  @Test func `a read of another owner is waited for before the next`() {
    var world = ClipboardWorld()
    world.copies(Self.text)
    world.wait(250_000)
    let first = world.reads.keys.first
    world.copies(["image/png"])
    world.wait(250_000)
    #expect(world.reads.keys.first == first)
    if let first { world.endRead(first, .complete(size: 1, start: [65])) }
    #expect(world.reads.count == 1 && world.reads.keys.first != first)
    #expect(world.kept.isEmpty)
  }

  @Test func `a read ends when its time is over, and the next begins once it has`() {
    var world = ClipboardWorld()
    world.copies(Self.text)
    world.wait(250_000)
    guard let first = world.reads.keys.first else { return }
    world.wait(10_000_000)
    #expect(world.reads.keys.first == first)
    world.endRead(first, .failed)
    #expect(world.reads.count == 1 && world.reads.keys.first != first)
    world.settle()
    #expect(world.history.first?.types.map(\.imported.target) == ["text/html"])
  }

  @Test(arguments: [
    ("secret", true), ("public", false), ("public\n", false), ("", true), ("x", true),
  ])
  func `a hint says whether the content is a secret`(_ hint: String, _ isSecret: Bool) throws {
    var world = ClipboardWorld()
    world.copies(["text/plain", "x-kde-passwordManagerHint"])
    world.wait(250_000)
    guard let read = world.reads.keys.first else { return }
    world.endRead(read, .complete(size: UInt64(hint.utf8.count), start: Array(hint.utf8)))
    world.settle()
    #expect(world.history.isEmpty == isSecret)
    let call = world.current()
    world.publishAll()
    #expect(try world.present(call).isSensitive == isSecret)
  }

  @Test func `silence is a secret after half a second`() throws {
    var world = ClipboardWorld()
    world.copies(["text/plain", "x-kde-passwordManagerHint"])
    let call = world.current()
    world.wait(499_999)
    #expect(world.publishing.isEmpty)
    world.wait(1)
    world.publishAll()
    #expect(try world.present(call).isSensitive)
  }

  @Test func `PRIMARY is never read ahead nor restored`() {
    var world = ClipboardWorld()
    world.copies(Self.text, on: .primary)
    world.wait(10_000_000)
    #expect(world.reads.isEmpty)
    world.happens(.changed(.primary, nil))
    world.wait(10_000_000)
    #expect(world.owned.isEmpty)
  }

  @Test func `all types together have room`() {
    var world = ClipboardWorld(persist: 100)
    world.copies(Self.text)
    world.wait(250_000)
    guard let read = world.reads.keys.first else { return }
    world.endRead(read, .complete(size: 60, start: Array("two words".utf8)))
    let limits = world.happens(.timePassed)
    #expect(limits.isEmpty)
    #expect(world.reads.count == 1)
  }

  @Test func `an owner that leaves may have its content kept at once`() {
    var world = ClipboardWorld()
    world.copies(Self.text)
    let paste = PasteNumber(world.newNumber())
    world.pastes.insert(paste)
    world.happens(.saveRequested(.clipboard, paste))
    world.settle()
    #expect(world.served[paste] == .constant([]))
    #expect(world.history.count == 1)
  }
}
