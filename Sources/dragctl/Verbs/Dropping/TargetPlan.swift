internal import DragModel

/// What a call of `dragctl target` asks for.
struct TargetPlan: Hashable {
  let name: String
  let types: [String]
  let command: Argument
  let endsAfterOne: Bool
  let options: TargetOptions

  static let path = "/org/dragd/dragctl/target"

  init(_ invocation: Invocation) throws(Failure) {
    guard let name = invocation.operands.first?.validText, !name.isEmpty else {
      throw .usage("the target's name must be text, and not empty")
    }
    guard let command = invocation.value(of: TargetVerb.exec) else {
      throw .usage(
        "what to do with what is dropped is missing",
        hint: "Give --exec COMMAND; it gets each item on its standard input.")
    }
    self.name = name
    self.command = command
    types = try invocation.texts(of: TargetVerb.type)
    endsAfterOne = invocation.has(TargetVerb.once)
    var options = TargetOptions(target: Self.path)
    options.label = try invocation.text(of: TargetVerb.label)
    options.operations = try Self.operations(invocation)
    self.options = options
  }

  private static func operations(_ invocation: Invocation) throws(Failure) -> [Operation] {
    guard let text = try invocation.text(of: TargetVerb.operations) else { return [.copy] }
    var operations: [Operation] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      switch Operation(rawValue: String(word)) {
      case .copy?: operations.append(.copy)
      case .link?: operations.append(.link)
      case .move?:
        throw .usage(
          "a command cannot take a move: after a crash nobody could tell whether it has the item",
          hint: "Take a copy.")
      case nil:
        throw .usage(
          "--operations: “\(word)” is no operation",
          hint: Suggestion.hint(
            for: String(word), among: ["copy", "link"], else: "Write copy, link or copy,link."))
      }
    }
    guard Set(operations).count == operations.count else {
      throw .usage("--operations: “\(text)” names one twice")
    }
    return operations
  }
}
