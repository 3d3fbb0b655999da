internal import CommandLineArguments
internal import Translations

/// What a command line of a tool is.
enum ToolRequest {
  case help
  case version
  case call(ToolCall)
}

/// Reads a tool's command line as the tool itself does.
struct ToolParser {
  private let tool: ClipboardTool
  private var remaining: ArraySlice<Argument>
  private var call: ToolCall

  static func parse(
    _ tool: ClipboardTool, _ arguments: [Argument]
  ) throws(ToolRefusal) -> ToolRequest {
    var parser = ToolParser(tool: tool, arguments)
    return try parser.parse()
  }

  private init(tool: ClipboardTool, _ arguments: [Argument]) {
    self.tool = tool
    remaining = arguments[...]
    call = tool.usualCall
    call.addsNewline = tool.addsNewline
  }

  private mutating func parse() throws(ToolRefusal) -> ToolRequest {
    while let word = remaining.popFirst() {
      switch (word.text, tool.style) {
      case ("-h", _), ("--help", .letters), ("-help", .words): return .help
      case ("--version", .letters), ("-version", .words): return .version
      case ("-v", _) where tool == .wlCopy || tool == .wlPaste: return .version
      case ("--", .letters): try addOperands(word: nil)
      case (let text, _) where !text.hasPrefix("-") || text == "-": try addOperand(word)
      case (let text, .words): try apply(try flag(text), text, nil)
      case (let text, .letters) where text.hasPrefix("--"): try applyLong(word)
      case (_, .letters): try applyLetters(word)
      }
    }
    return .call(try complete())
  }

  // MARK: Flags

  /// - Parameter attached: the value in the same word.
  private mutating func apply(
    _ flag: ToolFlag, _ written: String, _ attached: Argument?
  ) throws(ToolRefusal) {
    guard flag.value != nil else {
      guard attached == nil else {
        throw ToolRefusal(translated("{flag} takes no value", ["flag": written]))
      }
      return try flag.effect(&call, ToolValue(flag: written, argument: ""))
    }
    guard let value = attached ?? remaining.popFirst() else {
      throw ToolRefusal(translated("{flag} needs a value", ["flag": written]))
    }
    try flag.effect(&call, ToolValue(flag: written, argument: value))
  }

  private mutating func applyLong(_ word: Argument) throws(ToolRefusal) {
    let parts = word.bytes.split(separator: UInt8(ascii: "="), maxSplits: 1)
    let name = Argument(Array(parts.first ?? [])).text
    try apply(try flag(name), name, parts.count > 1 ? Argument(Array(parts[1])) : nil)
  }

  private mutating func applyLetters(_ word: Argument) throws(ToolRefusal) {
    var letters = word.bytes.dropFirst()
    while let letter = letters.popFirst() {
      let name = Argument([UInt8(ascii: "-"), letter]).text
      guard let flag = tool.flags.first(where: { $0.names.contains(name) }) else {
        throw unknown(name)
      }
      guard flag.value != nil, !letters.isEmpty else {
        try apply(flag, name, nil)
        continue
      }
      return try apply(flag, name, Argument(Array(letters)))
    }
  }

  /// By the whole name, or by its beginning.
  private func flag(_ name: String) throws(ToolRefusal) -> ToolFlag {
    let exact = tool.flags.first { $0.names.contains(name) }
    let short = tool.style == .letters ? 3 : 2
    let begun = tool.flags.first { flag in
      flag.names.contains { $0.hasPrefix(name) && name.count >= short }
    }
    guard let flag = exact ?? begun else { throw unknown(name) }
    return flag
  }

  private func unknown(_ name: String) -> ToolRefusal {
    ToolRefusal(translated("unknown flag {flag}", ["flag": name]))
  }

  // MARK: Operands

  private mutating func addOperand(_ word: Argument) throws(ToolRefusal) {
    switch tool.operands {
    case .text, .files: call.operands.append(word)
    case .command where call.action == .watch: try addOperands(word: word)
    case .none, .command:
      throw ToolRefusal(translated("unexpected “{word}”", ["word": word.text]))
    }
  }

  /// What follows is no flag.
  private mutating func addOperands(word: Argument?) throws(ToolRefusal) {
    let words = [word].compactMap { $0 } + remaining
    remaining = []
    if let first = words.first, tool.operands == .none || tool.operands == .command,
      call.action != .watch
    {
      throw ToolRefusal(translated("unexpected “{word}”", ["word": first.text]))
    }
    call.operands += words
  }

  private func complete() throws(ToolRefusal) -> ToolCall {
    var call = call
    call.isOfText = tool.operands == .text && !call.operands.isEmpty
    if call.isListAsked { call.action = call.action == .paste ? .list : call.action }
    // These paste text and nothing else, unless they are asked for it.
    if tool == .xclip || tool == .xsel, call.types.isEmpty { call.pastedTypes = ["text"] }
    guard call.action != .watch || !call.operands.isEmpty else {
      throw ToolRefusal(translated("--watch needs a command"))
    }
    return call
  }
}
