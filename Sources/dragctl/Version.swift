internal import DragModel

enum Version {
  static let text = Release.version
}
