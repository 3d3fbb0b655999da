import Harness
import Testing

/// A source and a destination that use everything that dragd offers, round after round, and check the results. Whatever
/// other peers could rightly use stays private.
final class HonestWork {
  private static let lazyContent = Content.pattern(200_000, seed: 1)
  private let source: Peer
  private let destination: Peer
  private let cookie = newCookie()
  private let lazy: String
  private let target: String
  private let lazyDigest: Bytes
  private(set) var rounds = 0

  init(_ service: Service) throws {
    source = try service.peer()
    destination = try service.peer()
    try source.serveMoves(cookie, ["text/lazy": Step.all(Self.lazyContent)])
    lazy = try source.offer(
      [Item(lazily("text/lazy", size: 200_000))],
      ["source": .o(Names.sourcePath), "private": .b(true)])
    target = try destination.registerTarget("honest")
    lazyDigest = try destination.digest(Self.lazyContent)
  }

  func round() throws {
    rounds += 1
    let content = Content.pattern(3_000, seed: rounds)
    let digest = try destination.digest(content)
    try acceptHeld(content, digest)
    try acceptLazy()
    try move(content, digest)
    try drop(content)
  }

  private func acceptHeld(_ content: Content, _ digest: Bytes) throws {
    let offer = try source.offer([Item(name: "held", data("text/plain", content))])
    #expect(try destination.acceptOne(offer).data == digest)
    let file = try destination.acceptOne(offer, ["delivery": .s("file")])
    let descriptor = try file.fd ?? destination.receive(file.transfer, "text/plain").fd
    #expect(try destination.read(descriptor) == digest)
    try destination.close(descriptor)
    try source.withdraw(offer)
  }

  private func acceptLazy() throws {
    let (transfer, pipe) = try destination.stream(lazy)
    #expect(try destination.read(pipe) == lazyDigest)
    try destination.close(pipe)
    try destination.finish(transfer)
  }

  private func move(_ content: Content, _ digest: Bytes) throws {
    let key = "key \(rounds)"
    let offer = try source.offerMove(key, cookie, content, ["private": .b(true)])
    let moved = try destination.move(offer)
    #expect(moved.data == digest)
    #expect(Finished(try destination.finish(moved.transfer)).operation == "move")
    try destination.acknowledgeOutcome(moved.transfer)
    let told = try source.sourceCalls(for: moved.transfer)
    #expect(told == ["Prepare", "Ended"])
    #expect(try source.unacknowledgedMoves(cookie) == [])
  }

  private func drop(_ content: Content) throws {
    let offer = try source.offer(
      [Item(data("text/plain", content))], ["private": .b(true)])
    #expect(try destination.drop(offer, on: target).operation == "copy")
    try source.withdraw(offer)
  }

  /// Withdraws the offers and unregisters the target.
  func end() throws {
    try source.withdraw(lazy)
    try destination.unregister(target)
  }
}
