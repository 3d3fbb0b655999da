internal import DragModel

extension AcceptOptions: KeyedDictionary {
  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of options: inout Self
  ) throws(Visitor.Failure) {
    try visit(&keys, of: &options)
  }
}
