internal import DragClient
internal import Foundation

/// Drops cards onto a target of dragd, which gets them whole or not at all; what it moves leaves the board.
final class TargetDrop {
  private let client: DragClient
  private let options: OfferingOptions

  /// - Parameter options: with the source of moves, if the cards are to be moved.
  init(_ client: DragClient, _ options: OfferingOptions) {
    self.client = client
    var options = options
    options.isPrivate = true
    // A board copies what stands beside the card first.
    if options.moves != nil { options.operations = [.move, .copy] }
    self.options = options
  }

  /// Returns when the target has them and they are not here any more.
  func drop(_ items: [ItemProvider], on name: String) async throws {
    let target = try await target(name)
    _ = Interruption.follow { [self] in
      await end()
      exit(ExitStatus.interrupted.rawValue)
    }
    let offering = try await client.offer(items, options: options)
    do {
      let operation = options.moves == nil ? DragOperation.copy : .move
      let result = try await target.drop(offering.path, operations: [operation])
      try await settle()
      try Console.print(Self.words(result))
    } catch {
      await end()
      throw error
    }
  }

  private func target(_ name: String) async throws -> FoundTarget {
    let found = try await client.targets(named: name)
    guard let target = found.first else {
      throw CommandFailure(
        .nothingThere, "there is no drop target “\(name)”",
        hint: "“dragctl targets” lists them; those of a board are there while its window is.")
    }
    guard found.count == 1 else {
      throw CommandFailure.usage("“\(name)” could be any of \(found.count) drop targets")
    }
    return target
  }

  /// What has moved away all the same is deleted. Over a new connection, so that nothing which is still under way from
  /// the old one can count.
  private func settle() async throws {
    client.close()
    guard let moves = options.moves else { return }
    let client = try await DragClient.connect()
    try await client.recover(source: moves)
    client.close()
  }

  private func end() async {
    do {
      try await settle()
    } catch {
      Console.note(
        "What may have moved is not settled yet: the next move from this board does it. "
          + "\(error)")
    }
  }

  private static func words(_ result: FoundTarget.DropResult) -> String {
    let cards = result.items == 1 ? "1 card" : "\(result.items) cards"
    return "\(result.operation == .move ? "moved" : "copied") \(cards)\n"
  }
}
