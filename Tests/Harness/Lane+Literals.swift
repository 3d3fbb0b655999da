package import DragSystem

/// Tests name their lanes as they like.
extension Lane: ExpressibleByStringInterpolation {
  package init(stringLiteral name: String) {
    self = .named(name)
  }
}
