internal import DragModel

extension OfferOptions: KeyedDictionary {
  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of options: inout Self, usual: Self
  ) throws(Visitor.Failure) {
    try keys.defaulted("operations", &options.operations, usual.operations, .operations)
    try keys.optional("source", &options.source, .path)
    try keys.optional("cookie", &options.cookie, .cookie)
    try keys.optional("label", &options.label, .text(atMost: Lengths.text))
    try keys.defaulted("private", &options.isPrivate, usual.isPrivate, .flag)
    try keys.defaulted("sensitive", &options.isSensitive, usual.isSensitive, .flag)
    try keys.defaulted("uses", &options.uses, usual.uses, .number())
    try keys.defaulted("expires_in", &options.expiresIn, usual.expiresIn, .number())
    try keys.defaulted("linger", &options.linger, usual.linger, .number())
    try keys.optional("replaces", &options.replaces, .offer)
    try keys.defaulted("more", &options.more, usual.more, .flag)
  }
}
