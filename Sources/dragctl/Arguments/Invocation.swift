/// A verb's arguments, taken apart; their order is kept.
struct Invocation: Sendable {
  enum Entry: Hashable, Sendable {
    case operand(Argument)
    /// A flag by its long name, and its value if it has one.
    case flag(String, Argument?)
  }

  private(set) var entries: [Entry] = []

  mutating func add(_ entry: Entry) {
    entries.append(entry)
  }

  var operands: [Argument] {
    entries.compactMap { entry in
      switch entry {
      case .operand(let argument): argument
      case .flag: nil
      }
    }
  }

  func has(_ flag: Flag) -> Bool {
    entries.contains { entry in
      switch entry {
      case .operand: false
      case .flag(let name, _): name == flag.name
      }
    }
  }

  /// Every value that a flag was given, in order.
  func values(of flag: Flag) -> [Argument] {
    entries.compactMap { entry in
      switch entry {
      case .operand: nil
      case .flag(let name, let value): name == flag.name ? value : nil
      }
    }
  }

  /// The last value that a flag was given: an alias or a wrapper can be overruled.
  func value(of flag: Flag) -> Argument? {
    values(of: flag).last
  }
}

extension Invocation {
  /// The last value as text; usage if it is no UTF-8.
  func text(of flag: Flag) throws(Failure) -> String? {
    guard let argument = value(of: flag) else { return nil }
    return try Self.text(argument, of: flag)
  }

  /// Every value as text; usage if one is no UTF-8.
  func texts(of flag: Flag) throws(Failure) -> [String] {
    var texts: [String] = []
    for argument in values(of: flag) { texts.append(try Self.text(argument, of: flag)) }
    return texts
  }

  func duration(of flag: Flag) throws(Failure) -> Milliseconds? {
    guard let text = try text(of: flag) else { return nil }
    guard let duration = Milliseconds(text) else {
      throw .usage(
        "--\(flag.name): “\(text)” is no duration", hint: "Write it as 500ms, 90, 10m or 1h30m.")
    }
    return duration
  }

  func number<Number: FixedWidthInteger>(
    of flag: Flag, as _: Number.Type
  ) throws(Failure) -> Number? {
    guard let text = try text(of: flag) else { return nil }
    guard let number = Number(text) else {
      throw .usage("--\(flag.name): “\(text)” is no number from 0 to \(Number.max)")
    }
    return number
  }

  private static func text(_ argument: Argument, of flag: Flag) throws(Failure) -> String {
    guard let text = argument.validText else {
      throw .usage("--\(flag.name): “\(argument.text)” is not valid UTF-8")
    }
    return text
  }
}
