internal import CommandLineArguments
internal import DragModel
internal import Translations

/// What a call of a clipboard tool asks for, in dragctl's words.
struct ToolCall: Sendable {
  enum Action: Hashable, Sendable {
    case copy
    case paste
    /// Paste, and then copy.
    case exchange
    case list
    case watch
    case clear
    case nothing
  }

  /// Nil where the terminal decides.
  var action: Action?
  var selection: ClipboardSelection
  var types: [Argument]
  /// What is pasted where no types are named; none for what everybody reads.
  var pastedTypes: [Argument] = []
  /// Further flags for `dragctl copy`.
  var flags: [Argument] = []
  var operands: [Argument] = []
  var trimsNewline = false
  var addsNewline = false
  /// xclip: whether the type is the list of types.
  var isListAsked = false
  /// Whether the input is printed too.
  var printsInput = false
  /// Whether the present text comes before the input.
  var appends = false
  /// For a paste, in milliseconds.
  var timeout: UInt32?
  /// Why dragctl itself has no such flag, of flags that have no effect or that only a tool's name has.
  var without: [Translatable] = []

  init(_ action: Action?, selection: ClipboardSelection = .clipboard, types: [Argument] = []) {
    self.action = action
    self.selection = selection
    self.types = types
  }

  /// The command line of dragctl for a step.
  func words(_ step: Action) -> [Argument] {
    let primary: [Argument] = selection == .primary ? ["-p"] : []
    let wanted = step == .paste && types.isEmpty ? pastedTypes : types
    let types = wanted.flatMap { [Argument("-t"), $0] }
    switch step {
    case .copy:
      return ["copy"] + primary + types + (trimsNewline ? ["-n"] : []) + flags + text
    case .paste:
      let limit = timeout.map { [Argument("--timeout"), Argument("\($0)ms")] } ?? []
      return ["paste"] + primary + types + limit
    case .list: return ["paste"] + primary + ["-l"]
    case .watch: return ["paste"] + primary + types + [Argument("-w"), command]
    case .clear: return ["copy"] + primary + ["-c"]
    case .exchange, .nothing: return []
    }
  }

  /// What is copied.
  private var text: [Argument] {
    // A terminal's input too, to its end.
    guard isOfText else { return ["-"] }
    var text = Array(operands.map(\.bytes).joined(separator: [UInt8(ascii: " ")]))
    if trimsNewline, text.last == UInt8(ascii: "\n") { text.removeLast() }
    return [Argument("--text"), Argument(text)]
  }

  /// Whether the operands are the text to copy.
  var isOfText = false

  /// The command of --watch, for a shell.
  private var command: Argument {
    Argument(
      Array(
        operands.map { CompletionWords.quoted($0.bytes) }.joined(separator: [UInt8(ascii: " ")])))
  }
}
