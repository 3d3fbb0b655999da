internal import DragModel

extension AcceptOptions: KeyedDictionary {
  static let unstated = Self()

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of options: inout Self
  ) throws(Visitor.Failure) {
    try keys.defaulted("operation", &options.operation, unstated.operation, .word())
    try keys.defaulted("also", &options.also, unstated.also, .patterns)
    try keys.defaulted("delivery", &options.delivery, unstated.delivery, .word())
    try keys.optional(
      "inline_max", &options.inlineMax, .number(atMost: inlineLimit),
      .defaultsTo("\(usualInlineMax)"))
    try keys.defaulted("start_timeout", &options.startTimeout, unstated.startTimeout, .number())
    try keys.defaulted("stall_timeout", &options.stallTimeout, unstated.stallTimeout, .number())
    try keys.defaulted(
      "finish_timeout", &options.finishTimeout, unstated.finishTimeout,
      .number(not0: "a move must not wait for ever, give milliseconds"))
  }
}
