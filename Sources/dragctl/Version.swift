enum Version {
  static let text = "1.0"
}
