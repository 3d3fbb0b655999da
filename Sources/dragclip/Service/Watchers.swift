internal import DragModel
internal import DragProtocol

/// The bus names that called Watch.
struct Watchers {
  private(set) var names: Set<String> = []

  static let most = 256

  mutating func add(_ name: String) throws(Rejection) {
    guard names.contains(name) || names.count < Self.most else {
      throw Rejection(.quotaExceeded, "\(Self.most) callers watch the clipboard already")
    }
    names.insert(name)
  }

  mutating func remove(_ name: String) {
    names.remove(name)
  }
}
