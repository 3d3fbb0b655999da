/// Takes a verb's arguments apart, as GNU tools do: flags anywhere, `--` ends them, `--flag VALUE` or
/// `--flag=VALUE`, `-o VALUE` or `-oVALUE`, several short flags in one word, and `-` is an operand.
struct Parser {
  private let verb: Verb
  private var remaining: ArraySlice<Argument>
  private var invocation = Invocation()

  static func parse(_ arguments: [Argument], for verb: Verb) throws(Failure) -> Invocation {
    var parser = Parser(verb: verb, remaining: arguments[...])
    return try parser.run()
  }

  private mutating func run() throws(Failure) -> Invocation {
    var flagsEnded = false
    while let argument = remaining.popFirst() {
      let dash = UInt8(ascii: "-")
      if flagsEnded || argument.bytes.first != dash || argument.bytes.count == 1 {
        invocation.add(.operand(argument))
      } else if argument == "--" {
        flagsEnded = true
      } else if argument.bytes[1] == dash {
        try long(argument.bytes[2...])
      } else {
        try short(argument.bytes[1...])
      }
    }
    return invocation
  }

  private mutating func long(_ word: ArraySlice<UInt8>) throws(Failure) {
    let equals = word.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: word[..<(equals ?? word.endIndex)], as: UTF8.self)
    let attached = equals.map { Argument(Array(word[($0 + 1)...])) }
    guard let flag = verb.flags.first(where: { $0.name == name }) else {
      let known = verb.flags.lazy.filter { !$0.isHidden }.map(\.name)
      throw .usage(
        "\(verb.name): unknown flag --\(name)",
        hint: Suggestion.hint(for: name, among: known, prefix: "--", else: helpHint))
    }
    switch flag.value {
    case .none:
      guard attached == nil else { throw .usage("--\(name) takes no value") }
      invocation.add(.flag(name, nil))
    case .optional:
      invocation.add(.flag(name, attached))
    case .required(let placeholder):
      guard let value = attached ?? remaining.popFirst() else {
        throw .usage("--\(name) needs a value: \(placeholder)")
      }
      invocation.add(.flag(name, value))
    }
  }

  private mutating func short(_ word: ArraySlice<UInt8>) throws(Failure) {
    var letters = word
    while let letter = letters.popFirst() {
      let name = Character(Unicode.Scalar(letter))
      guard let flag = verb.flags.first(where: { $0.short == name }) else {
        throw .usage("\(verb.name): unknown flag -\(name)", hint: helpHint)
      }
      switch flag.value {
      case .none, .optional:
        invocation.add(.flag(flag.name, nil))
      case .required(let placeholder):
        guard let value = letters.isEmpty ? remaining.popFirst() : Argument(Array(letters)) else {
          throw .usage("-\(name) needs a value: \(placeholder)")
        }
        invocation.add(.flag(flag.name, value))
        return
      }
    }
  }

  private var helpHint: String {
    "Try “dragctl \(verb.name) --help”."
  }
}

extension Parser {
  /// Usage when there are too few operands for the verb, or too many.
  static func checkOperands(of invocation: Invocation, for verb: Verb) throws(Failure) {
    let operands = invocation.operands
    guard operands.count >= verb.operands.least else {
      throw .usage(
        "\(verb.name) needs \(verb.operands.synopsis)", hint: "Try “dragctl \(verb.name) --help”.")
    }
    if let most = verb.operands.most, operands.count > most {
      throw .usage(
        "\(verb.name): unexpected “\(operands[most].text)”",
        hint: "Usage: dragctl \(verb.name) [FLAG…] \(verb.operands.synopsis)")
    }
  }
}
