internal import BoardModel
internal import CommandLineArguments
internal import Translations

extension Flag {
  /// Of a verb that makes cards of what another program wrote.
  nonisolated static let allCards = Flag(
    "all", help: "even if they are more than 1000 cards")
}

extension Invocation {
  /// Refuses more cards than a person may have meant, unless `--all` says that they are.
  nonisolated func checkCount(_ count: Int) throws(CommandFailure) {
    guard count > NewCard.mostUnasked, !has(Flag.allCards) else { return }
    throw CommandFailure(
      .refused,
      translated(
        "it would make {count} cards, more than {limit}",
        ["count": count, "limit": NewCard.mostUnasked]),
      hint: translated("--all adds them."))
  }
}
