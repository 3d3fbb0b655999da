internal import DragModel

extension OfferOptions: KeyedDictionary {
  static let unstated = Self()

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of options: inout Self
  ) throws(Visitor.Failure) {
    try keys.defaulted("operations", &options.operations, unstated.operations, .operations)
    try keys.optional("source", &options.source, .path)
    try keys.optional("cookie", &options.cookie, .cookie)
    try keys.optional("label", &options.label, .text(atMost: Lengths.text))
    try keys.optional("source_name", &options.sourceName, .text(atMost: Lengths.text))
    try keys.defaulted("private", &options.isPrivate, unstated.isPrivate, .flag)
    try keys.defaulted("sensitive", &options.isSensitive, unstated.isSensitive, .flag)
    try keys.defaulted("uses", &options.uses, unstated.uses, .number())
    try keys.defaulted("expires_in", &options.expiresIn, unstated.expiresIn, .number())
    try keys.defaulted("linger", &options.linger, unstated.linger, .number())
    try keys.optional("replaces", &options.replaces, .offer)
    try keys.defaulted("more", &options.more, unstated.more, .flag)
  }
}
