extension OfferedRepresentation {
  /// What a caller may not see is left out as if it did not exist.
  func isVisible(to party: Party, of owner: Party) -> Bool {
    if party.peer == owner.peer { return true }
    switch visibility {
    case .all: return true
    case .app: return !owner.application.isEmpty && owner.application == party.application
    case .connection: return false
    }
  }
}
