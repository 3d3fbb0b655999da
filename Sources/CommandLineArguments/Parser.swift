internal import Translations

extension CommandSyntax {
  /// Parses a command's arguments as GNU tools do: flags anywhere, `--` ends them, `--flag VALUE` or `--flag=VALUE`,
  /// `-o VALUE` or `-oVALUE`, several short flags in one word, and `-` is an operand. Throws usage for an unknown flag
  /// and for a value that is missing or too many.
  package func parse<Failure: UsageFailure>(
    _ arguments: [Argument], failingWith _: Failure.Type = Failure.self
  ) throws(Failure) -> ParsedArguments<Failure> {
    var parser = Parser<Failure>(syntax: self, remaining: arguments[...])
    return try parser.parse()
  }

  /// Throws usage when there are too few operands for the command, or too many.
  package func checkOperands<Failure: UsageFailure>(
    of arguments: ParsedArguments<Failure>
  ) throws(Failure) {
    let operands = arguments.operands
    guard operands.count >= self.operands.least else {
      throw .usage(
        translated(
          "{command} needs {operands}",
          ["command": verb ?? program, "operands": self.operands.synopsis.translated]),
        hint: helpHint)
    }
    if let most = self.operands.most, operands.count > most {
      throw .usage(
        messagePrefix + translated("unexpected “{word}”", ["word": operands[most].text]),
        hint: usageLine)
    }
  }
}

private struct Parser<Failure: UsageFailure> {
  let syntax: CommandSyntax
  var remaining: ArraySlice<Argument>
  private var arguments = ParsedArguments<Failure>()

  init(syntax: CommandSyntax, remaining: ArraySlice<Argument>) {
    self.syntax = syntax
    self.remaining = remaining
  }

  mutating func parse() throws(Failure) -> ParsedArguments<Failure> {
    var flagsEnded = false
    while let argument = remaining.popFirst() {
      let dash = UInt8(ascii: "-")
      if flagsEnded || argument.bytes.first != dash || argument.bytes.count == 1 {
        arguments.add(.operand(argument))
      } else if argument == "--" {
        flagsEnded = true
      } else if argument.bytes[1] == dash {
        try parseLong(argument.bytes[2...])
      } else {
        try parseShort(argument.bytes[1...])
      }
    }
    return arguments
  }

  private mutating func parseLong(_ word: ArraySlice<UInt8>) throws(Failure) {
    let equals = word.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: word[..<(equals ?? word.endIndex)], as: UTF8.self)
    let attached = equals.map { Argument(Array(word[($0 + 1)...])) }
    guard let flag = syntax.flags.first(where: { $0.name == name }) else {
      let known = syntax.flags.lazy.filter { !$0.isHidden }.map(\.name)
      throw .usage(
        syntax.messagePrefix + translated("unknown flag {flag}", ["flag": "--\(name)"]),
        hint: Suggestion.hint(for: name, among: known, prefix: "--", else: syntax.helpHint))
    }
    switch flag.value {
    case .none:
      guard attached == nil else {
        throw .usage(translated("{flag} takes no value", ["flag": "--\(name)"]))
      }
      arguments.add(.flag(name, nil))
    case .optional:
      arguments.add(.flag(name, attached))
    case .required(let placeholder):
      guard let value = attached ?? remaining.popFirst() else {
        throw Self.noValue(of: "--\(name)", placeholder)
      }
      arguments.add(.flag(name, value))
    }
  }

  private mutating func parseShort(_ word: ArraySlice<UInt8>) throws(Failure) {
    var letters = word
    while let letter = letters.popFirst() {
      let name = Character(Unicode.Scalar(letter))
      guard
        let flag = syntax.flags.first(where: { $0.short == name || $0.formerShort == name })
      else {
        throw .usage(
          syntax.messagePrefix + translated("unknown flag {flag}", ["flag": "-\(name)"]),
          hint: syntax.helpHint)
      }
      if flag.short != name { arguments.noteFormer(name, of: flag) }
      switch flag.value {
      case .none, .optional:
        arguments.add(.flag(flag.name, nil))
      case .required(let placeholder):
        guard let value = letters.isEmpty ? remaining.popFirst() : Argument(Array(letters)) else {
          throw Self.noValue(of: "-\(name)", placeholder)
        }
        arguments.add(.flag(flag.name, value))
        return
      }
    }
  }

  private static func noValue(of flag: String, _ placeholder: Translatable) -> Failure {
    .usage(
      translated(
        "{flag} needs a value: {placeholder}",
        ["flag": flag, "placeholder": placeholder.translated]))
  }
}
