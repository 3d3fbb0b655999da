internal import BoardModel

extension WantedType {
  /// Its content, as `read` gets it by the type on offer; nil for one that is not needed and does not come.
  @MainActor
  func content(_ read: @MainActor (String) async throws -> Content) async throws -> Content? {
    do {
      let content = try await read(offered)
      return isNeeded || content.size > 0 ? content : nil
    } catch {
      guard !isNeeded, !Task.isCancelled else { throw error }
      return nil
    }
  }
}
