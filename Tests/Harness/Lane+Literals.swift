package import DragSystem

/// Lets tests name lanes with string literals.
extension Lane: ExpressibleByStringInterpolation {
  package init(stringLiteral name: String) {
    self = .named(name)
  }
}
