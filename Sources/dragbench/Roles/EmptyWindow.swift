internal import CPeers

/// The least that a window of this desktop is: see CPeers.
enum EmptyWindow {
  static func show(_ arguments: [String]) throws {
    guard let frames = arguments.first, peer_window(frames) == 0 else {
      throw BenchFailure("there is no libadwaita")
    }
  }
}
