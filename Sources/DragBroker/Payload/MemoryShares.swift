internal import DragModel
internal import DragSystem

/// The memory for held content, divided so that nobody takes what another one needs: each connection has a share, a
/// quarter of the whole is kept for sensitive content, which has no other place, and of that each application may have
/// a little.
final class MemoryShares {
  /// All of it.
  let whole: MemoryAllowance
  /// What content may take that can go to a disk as well: of connections that are here, and of those that have left.
  let ordinary: MemoryAllowance
  private let reserve: Reserve
  private let limitPerConnection: UInt64
  private var shares: [Peer: Share] = [:]
  private var accounts: [Account: MemoryAllowance] = [:]

  private struct Share {
    let own: MemoryAllowance
    let ordinary: MemoryAllowance
  }

  init(_ limits: DragModel.Limits) {
    reserve = Reserve(of: limits.heldMemory, among: 4)
    whole = MemoryAllowance(limit: limits.heldMemory)
    ordinary = MemoryAllowance(limit: reserve.common, of: whole)
    limitPerConnection = limits.heldMemoryPerConnection
  }

  /// What is taken of it is a connection's, whichever of its two kinds.
  func share(of party: Party, isSensitive: Bool) -> MemoryAllowance {
    let share = share(of: party.peer)
    guard isSensitive else { return share.ordinary }
    return MemoryAllowance(limit: .max, of: share.own, allowance(of: party.account))
  }

  private func share(of peer: Peer) -> Share {
    if let share = shares[peer] { return share }
    let own = MemoryAllowance(limit: limitPerConnection)
    let share = Share(own: own, ordinary: MemoryAllowance(limit: .max, of: own, ordinary))
    shares[peer] = share
    return share
  }

  private func allowance(of account: Account) -> MemoryAllowance {
    let allowance =
      accounts[account]
      ?? MemoryAllowance(of: whole, common: reserve.common, little: reserve.little)
    accounts[account] = allowance
    return allowance
  }

  /// It has left the bus. What it leaves behind stays charged to the whole.
  func forget(_ peer: Peer) {
    shares[peer] = nil
    accounts = accounts.filter { $0.value.used > 0 }
  }
}
