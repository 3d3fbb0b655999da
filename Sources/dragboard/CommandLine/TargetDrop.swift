internal import CommandLineArguments
internal import DragClient
internal import DragSystem
internal import Foundation
internal import Translations

/// Drops cards onto a target of dragd, which receives them completely or not at all. Moved cards leave the board.
final class TargetDrop {
  private let client: DragClient
  private let options: OfferingOptions

  /// - Parameter options: contains the source of moves, if the cards are to be moved.
  init(_ client: DragClient, _ options: OfferingOptions) {
    self.client = client
    var options = options
    options.isPrivate = true
    // A board first copies the representations beside the one that it moves.
    if options.moves != nil { options.operations = [.move, .copy] }
    self.options = options
  }

  /// Returns when the target has the items, and moved cards are deleted here.
  func drop(_ items: [ItemProvider], on name: String) async throws {
    let target = try await target(name)
    _ = VerbInterruption.follow { [self] signal in
      await deleteMovedCardsAfterFailure()
      ProgramExit.by(signal)
    }
    let offering = try await client.offer(items, options: options)
    do {
      let operation = options.moves == nil ? DragOperation.copy : .move
      let result = try await target.drop(offering.path, operations: [operation])
      try await deleteMovedCards()
      try Console.print(Self.words(result))
    } catch {
      await deleteMovedCardsAfterFailure()
      throw error
    }
  }

  private func target(_ name: String) async throws -> FoundTarget {
    let found = try await client.targets(named: name)
    guard let target = found.first else {
      throw CommandFailure(
        .notFound, translated("there is no drop target “{name}”", ["name": name]),
        hint: translated("“dragctl targets” lists them."))
    }
    guard found.count == 1 else {
      throw CommandFailure.usage(
        translated(
          "“{name}” could be any of {count} drop targets", ["name": name, "count": found.count]))
    }
    return target
  }

  /// Deletes the cards that have moved away. It uses a new connection: calls of the old one may still be under way.
  private func deleteMovedCards() async throws {
    client.close()
    guard let moves = options.moves else { return }
    let client = try await DragClient.connect()
    try await client.recover(source: moves)
    client.close()
  }

  private func deleteMovedCardsAfterFailure() async {
    do {
      try await deleteMovedCards()
    } catch {
      Console.note(
        translated(
          "Moves from this board may be unsettled: the next dragboard command settles them.")
          + " \(error)")
    }
  }

  private static func words(_ result: FoundTarget.DropResult) -> String {
    let count = result.items
    return
      (result.operation == .move
      ? translated(count: count, one: "moved {count} card", other: "moved {count} cards")
      : translated(count: count, one: "copied {count} card", other: "copied {count} cards")) + "\n"
  }
}
