internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import Translations

/// Another clipboard tool, by whose name dragctl can be called: where there is no display, scripts and programs find
/// these names in a folder that a person has put into PATH.
package enum ClipboardTool: String, CaseIterable, Sendable {
  case wlCopy = "wl-copy"
  case wlPaste = "wl-paste"
  case xclip
  case xsel
  case pbcopy
  case pbpaste

  /// The tool whose name a program was called by; nil for any other name.
  init?(program: [UInt8]?) {
    let name = program?.split(separator: UInt8(ascii: "/")).last ?? []
    self.init(rawValue: String(decoding: name, as: UTF8.self))
  }

  enum Style {
    /// Letters may share a word, and a long flag has two dashes.
    case letters
    /// Each flag is a word with one dash.
    case words
  }

  var style: Style {
    switch self {
    case .wlCopy, .wlPaste, .xsel: .letters
    case .xclip, .pbcopy, .pbpaste: .words
    }
  }

  var flags: [ToolFlag] {
    switch self {
    case .wlCopy: ToolTable.wlCopy
    case .wlPaste: ToolTable.wlPaste
    case .xclip: ToolTable.xclip
    case .xsel: ToolTable.xsel
    case .pbcopy: ToolTable.pbcopy
    case .pbpaste: ToolTable.pbpaste
    }
  }

  /// What it does without a flag.
  var usualCall: ToolCall {
    switch self {
    case .wlCopy, .pbcopy: ToolCall(.copy)
    case .wlPaste: ToolCall(.paste)
    case .pbpaste: ToolCall(.paste, types: ["text"])
    case .xclip: ToolCall(.copy, selection: .primary)
    case .xsel: ToolCall(nil, selection: .primary)
    }
  }

  /// Whether words that are no flags are allowed, and what they are.
  var operands: Operands {
    switch self {
    case .wlCopy: .text
    case .wlPaste: .command
    case .xclip: .files
    case .xsel, .pbcopy, .pbpaste: .none
    }
  }

  enum Operands {
    case none
    /// They are copied, with a space between each two.
    case text
    case files
    /// Of --watch, with its arguments: what follows the first is no flag of the tool.
    case command
  }

  /// Whether nothing to paste is an empty paste, and no failure.
  var pastesNothing: Bool { self == .xsel || self == .pbpaste }

  /// Whether text ends with a newline that was not copied.
  var addsNewline: Bool { self == .wlPaste }

  var help: String {
    let names = flags.map { flag in
      flag.names.joined(separator: ", ") + (flag.value.map { " \($0)" } ?? "")
    }
    return """
      \(translated(
        "This is dragctl by the name of {tool}, for the clipboard of a session without a display.",
        ["tool": rawValue]))
      \(translated("It knows these flags, and says what it cannot do:"))
        \(names.joined(separator: "\n  "))
      \(HelpText.see(["dragctl-recipes(7)"]))

      """
  }
}

/// Why a tool's command line cannot be served.
struct ToolRefusal: Error {
  let message: String

  init(_ message: String) { self.message = message }

  /// What dragctl has nothing like.
  init(_ flag: String, _ reason: Translatable) {
    message = translated(
      "{flag} is not possible: {reason}", ["flag": flag, "reason": reason.translated])
    self.reason = reason
  }

  private(set) var reason: Translatable?
}
