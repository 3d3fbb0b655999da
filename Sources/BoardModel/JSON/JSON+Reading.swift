internal import DragModel
internal import DragSystem
internal import Translations

extension JSON {
  /// Reads a JSON text strictly.
  init(parsing bytes: [UInt8]) throws(JSONFailure) {
    var tokenizer = JSONTokenizer(JSONTree(), deepest: JSONTree.deepest)
    try tokenizer.read(bytes[...])
    try tokenizer.end()
    self = tokenizer.receiver.root
  }

  /// Checks that content of any size is one whole JSON text. It makes no values: half a surrogate pair, which the
  /// grammar allows, passes.
  ///
  /// - Parameters:
  ///   - content: read piece by piece.
  ///   - type: the type that the source declared, for the message.
  /// - Throws: `malformed` with the reason; `unreadable`.
  static func check(_ content: Content, as type: String) throws(BoardError) {
    var tokenizer = JSONCheck.tokenizer
    try content.forEachPiece { piece throws(BoardError) in
      try mapError { () throws(JSONFailure) in
        try tokenizer.read(piece)
      } to: {
        $0.asBoardError(type)
      }
    }
    try mapError { () throws(JSONFailure) in
      try tokenizer.end()
    } to: {
      $0.asBoardError(type)
    }
  }

  /// The kind of value, for messages.
  var kindName: String {
    switch self {
    case .object: translated("an object")
    case .array: translated("an array")
    case .string: translated("a string")
    case .number: translated("a number")
    case .bool: translated("true or false")
    case .null: "null"
    }
  }

  /// - Throws: `invalid`, with the field's name, when it is not a string.
  func string(for field: String) throws(BoardError) -> String {
    guard case .string(let text) = self else {
      throw .invalid(
        field: field, reason: translated("it is {kind}, not a string", ["kind": kindName]))
    }
    return text
  }
}

/// Ignores the tokens: the tokenizer alone checks the grammar.
struct JSONCheck: JSONReceiver {
  static let wantsText = false
  /// Deeper values are refused: a file must not decide how much memory its brackets take.
  static let deepest = 1 << 16

  static var tokenizer: JSONTokenizer<JSONCheck> { JSONTokenizer(JSONCheck(), deepest: deepest) }

  mutating func receive(_ token: JSONToken) {}
}

/// Builds a value from tokens.
struct JSONTree: JSONReceiver {
  static let wantsText = true
  /// Deeper values are refused: writing and releasing them would exhaust the stack.
  static let deepest = 256

  /// An array or object whose end has not come yet.
  private struct Open {
    let isObject: Bool
    var values: [JSON] = []
    var members: [JSON.Member] = []
    /// The name that the next member has.
    var name = ""
  }

  /// The whole value, once the text has ended.
  private(set) var root = JSON.null
  /// The arrays and objects whose end has not come yet; the innermost is the last.
  private var open: [Open] = []

  mutating func receive(_ token: JSONToken) {
    switch token {
    case .startObject: open.append(Open(isObject: true))
    case .startArray: open.append(Open(isObject: false))
    case .endObject: add(.object(open.removeLast().members))
    case .endArray: add(.array(open.removeLast().values))
    case .name(let name): open[open.count - 1].name = name
    case .string(let text): add(.string(text))
    case .number(let spelling): add(.number(spelling))
    case .bool(let value): add(.bool(value))
    case .null: add(.null)
    }
  }

  private mutating func add(_ value: JSON) {
    guard let last = open.indices.last else {
      root = value
      return
    }
    if open[last].isObject {
      open[last].members.append(JSON.Member(open[last].name, value))
    } else {
      open[last].values.append(value)
    }
  }
}
