/// What was added to the contract since its first version, each by its name on the bus: `Broker1.Features` lists them,
/// so that a program can ask before it relies on one.
enum Feature: String, CaseIterable {
  case identify = "Identify"
  case ledger = "Ledger"
  case openMoves = "OpenMoves"
  case sensitive = "Sensitive"
  case settleMove = "SettleMove"
  case targetFailed = "TargetFailed"
  case mode
  case modified
  case nameBytes = "name_bytes"
  case sourceName = "source_name"
  case strict
}
