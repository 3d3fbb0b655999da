internal import DragModel

extension AcceptOptions: KeyedDictionary {
  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of options: inout Self, usual: Self
  ) throws(Visitor.Failure) {
    try keys.defaulted("operation", &options.operation, usual.operation, .word())
    try keys.defaulted("also", &options.also, usual.also, .patterns)
    try keys.defaulted("delivery", &options.delivery, usual.delivery, .word())
    try keys.optional(
      "inline_max", &options.inlineMax, .number(atMost: inlineLimit),
      .defaultsTo("\(usualInlineMax)"))
    try keys.defaulted("start_timeout", &options.startTimeout, usual.startTimeout, .number())
    try keys.defaulted("stall_timeout", &options.stallTimeout, usual.stallTimeout, .number())
    try keys.defaulted(
      "finish_timeout", &options.finishTimeout, usual.finishTimeout,
      .number(not0: "a move must not wait for ever, give milliseconds"))
  }
}
