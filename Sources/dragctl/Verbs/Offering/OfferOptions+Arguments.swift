internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

extension OfferOptions {
  /// The options that flags stand for.
  init(_ invocation: Invocation) throws(Failure) {
    self.init()
    label = try invocation.text(of: OfferVerb.label)
    isPrivate = invocation.has(OfferVerb.isPrivate)
    isSensitive = invocation.has(OfferVerb.sensitive)
    operations = try invocation.operations(of: OfferVerb.operations).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
    uses = try Self.uses(invocation)
    if let duration = try invocation.duration(of: OfferVerb.expires) {
      guard duration.count > 0 else {
        throw .usage(translated("--expires: the offer would be over at once"))
      }
      expiresIn = duration.count
    }
    if let duration = try invocation.duration(of: OfferVerb.linger) {
      guard !isSensitive else {
        throw .usage(
          translated("--linger does not go with --sensitive, which is gone with dragctl"))
      }
      guard !canMove else {
        throw .usage(
          translated("--linger does not go with a move, which needs a dragctl that can delete"))
      }
      linger = duration.count
    }
    if canMove { linger = 0 }
  }

  /// Whether items can be moved; the offer then lasts only as long as dragctl runs.
  var canMove: Bool { operations.contains(.move) }

  /// The same, with the names of the items as the label if the person has given none.
  func labelled(by items: [SourceItem]) -> OfferOptions {
    let names = items.compactMap(\.attributes.name)
    guard label == nil, !isSensitive, !names.isEmpty else { return self }
    var options = self
    let rest = names.count - Self.mostNames
    let label =
      names.prefix(Self.mostNames).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
    options.label = label.prefix(bytes: Lengths.text)
    return options
  }

  /// How many names a label has.
  private static var mostNames: Int { 3 }

  private static func uses(_ invocation: Invocation) throws(Failure) -> UInt32 {
    let uses = try invocation.number(of: OfferVerb.uses, as: UInt32.self)
    guard uses != 0 else { throw .usage(translated("--uses: 0 would be no offer")) }
    guard invocation.has(OfferVerb.once) else { return uses ?? 0 }
    guard uses ?? 1 == 1 else {
      throw .usage(translated("--once and --uses contradict each other"))
    }
    return 1
  }
}

extension Invocation {
  /// The operations of a list with commas; copying if the flag is not given.
  func operations(of flag: Flag) throws(Failure) -> [Operation] {
    guard let text = try text(of: flag) else { return [.copy] }
    var operations: [Operation] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let operation = Operation(rawValue: String(word)) else {
        throw .usage(
          translated("--operations: “{word}” is not an operation", ["word": word]),
          hint: Suggestion.hint(
            for: String(word), among: ["copy", "move", "link"],
            else: translated("Write copy, move, link, or several with commas between them.")))
      }
      operations.append(operation)
    }
    return operations
  }
}
