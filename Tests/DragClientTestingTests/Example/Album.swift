import DragClient

/// A photo album, on which any program can drop pictures.
actor Album {
  private(set) var photos: [String: [UInt8]] = [:]

  /// It takes its client from outside: the session's in the app, a test's own in a test.
  func open(to client: DragClient) async throws {
    _ = try await client.registerTarget("Album", types: ["image/*"]) { drop in
      self.proposal(for: drop)
    } perform: { drop in
      try await self.take(drop)
    }
  }

  nonisolated func proposal(for drop: HoveringDrop) -> DropProposal {
    guard drop.offered.canLoad(["image/*"]) else {
      return DropProposal(.forbidden, reason: "an album has pictures only")
    }
    return DropProposal(.copy, intent: .insertInto)
  }

  private func take(_ drop: DropSession) async throws {
    for item in drop.items {
      photos[item.fileName ?? "unnamed"] = try await drop.loading(item, ["image/*"]).bytes()
    }
  }
}
