internal import CommandLineArguments
internal import DragModel
internal import Translations

/// A flag of a clipboard tool, and what it means for dragctl.
struct ToolFlag: Sendable {
  typealias Effect = @Sendable (inout ToolCall, ToolValue) throws(ToolRefusal) -> Void

  /// As the tool spells them.
  let names: [String]
  /// What the manual calls its value; nil for a flag without one.
  let value: String?
  let effect: Effect

  private init(_ names: [String], _ value: String?, _ effect: @escaping Effect) {
    self.names = names
    self.value = value
    self.effect = effect
  }

  /// Changes what is to be done.
  static func does(
    _ names: String..., value: String? = nil, _ effect: @escaping Effect
  ) -> ToolFlag {
    ToolFlag(names, value, effect)
  }

  /// Changes nothing that dragctl does.
  static func ignored(
    _ names: String..., value: String? = nil, because reason: Translatable
  ) -> ToolFlag {
    ToolFlag(names, value) { call, _ in call.without.append(reason) }
  }

  /// Is not possible.
  static func refused(_ names: String..., value: String? = nil, because reason: Translatable)
    -> ToolFlag
  {
    ToolFlag(names, value) { _, value throws(ToolRefusal) in
      throw ToolRefusal(value.flag, reason)
    }
  }
}

/// The value of a flag, and the flag as it was written.
struct ToolValue {
  let flag: String
  let argument: Argument

  var text: String { argument.text }
}
