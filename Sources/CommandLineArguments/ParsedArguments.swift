internal import Translations

/// A word of a command line, or a flag and its value. It is not nested in `ParsedArguments`, which is generic: arrays
/// of types within a generic type cost the start of a program as much as a call of dragd.
package enum ParsedArgument: Hashable, Sendable {
  case operand(Argument)
  /// A flag by its long name, and its value if it has one.
  case flag(String, Argument?)
}

/// A command's arguments, parsed; their order is kept.
package struct ParsedArguments<Failure: UsageFailure>: Sendable {
  package typealias Entry = ParsedArgument

  package private(set) var entries: [Entry] = []
  /// What a person is to write instead of letters that the next version does not understand.
  package private(set) var notes: [String] = []

  package init() {}

  package mutating func add(_ entry: Entry) {
    entries.append(entry)
  }

  mutating func noteFormer(_ letter: Character, of flag: Flag) {
    notes.append(
      translated(
        "-{letter} is --{name} here; the next version does not know the letter any more",
        ["letter": "\(letter)", "name": flag.name]))
  }

  package var operands: [Argument] {
    entries.compactMap { entry in
      switch entry {
      case .operand(let argument): argument
      case .flag: nil
      }
    }
  }

  package func has(_ flag: Flag) -> Bool { has(flag.name) }

  /// - Parameter flag: the long name, without the dashes.
  package func has(_ flag: String) -> Bool {
    entries.contains { entry in
      switch entry {
      case .operand: false
      case .flag(let name, _): name == flag
      }
    }
  }

  /// Every value that the flag was given, in order.
  package func values(of flag: Flag) -> [Argument] { values(of: flag.name) }

  package func values(of flag: String) -> [Argument] {
    entries.compactMap { entry in
      switch entry {
      case .operand: nil
      case .flag(let name, let value): name == flag ? value : nil
      }
    }
  }

  /// The last value that the flag was given: the command line overrules an alias or a wrapper.
  package func value(of flag: Flag) -> Argument? {
    values(of: flag).last
  }
}

extension ParsedArguments {
  /// The last value as text. Throws usage when it is not UTF-8.
  package func text(of flag: Flag) throws(Failure) -> String? { try text(of: flag.name) }

  package func text(of flag: String) throws(Failure) -> String? {
    guard let argument = values(of: flag).last else { return nil }
    return try Self.text(argument, of: flag)
  }

  /// Every value as text. Throws usage when one is not UTF-8.
  package func texts(of flag: Flag) throws(Failure) -> [String] {
    var texts: [String] = []
    for argument in values(of: flag) { texts.append(try Self.text(argument, of: flag.name)) }
    return texts
  }

  package func duration(of flag: Flag) throws(Failure) -> Milliseconds? {
    guard let text = try text(of: flag) else { return nil }
    guard let duration = Milliseconds(text) else {
      throw .usage(
        translated("--{flag}: “{text}” is not a duration", ["flag": flag.name, "text": text]),
        hint: translated("Write it as 500ms, 90, 10m or 1h30m."))
    }
    return duration
  }

  package func number<Number: FixedWidthInteger>(
    of flag: Flag, as type: Number.Type = Number.self
  ) throws(Failure) -> Number? {
    try number(of: flag.name, from: 0, as: type)
  }

  package func number<Number: FixedWidthInteger>(
    of flag: String, from least: Number = 0, as _: Number.Type = Number.self
  ) throws(Failure) -> Number? {
    guard let text = try text(of: flag) else { return nil }
    guard let number = Number(text), number >= least else {
      let isWide = Number.bitWidth >= 63
      if isWide, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        Number(text) == nil
      {
        throw .usage(
          translated(
            "--{flag}: “{text}” is too large: the largest is {most}",
            ["flag": flag, "text": text, "most": Number.max]))
      }
      throw .usage(
        !isWide
          ? translated(
            "--{flag}: “{text}” is not a whole number from {least} to {most}",
            ["flag": flag, "text": text, "least": least, "most": Number.max])
          : translated(
            "--{flag}: “{text}” is not a whole number of at least {least}",
            ["flag": flag, "text": text, "least": least]))
    }
    return number
  }

  private static func text(_ argument: Argument, of flag: String) throws(Failure) -> String {
    guard let text = argument.validText else {
      throw .usage(
        translated("--{flag}: “{text}” is not valid UTF-8", ["flag": flag, "text": argument.text]))
    }
    return text
  }
}
