internal import DragModel
internal import DragSystem

/// The memory for held content, divided so that nobody takes what another one needs: each connection has a share, and
/// a part of the whole is kept for sensitive content, which has no other place.
final class MemoryShares {
  /// All of it.
  let whole: MemoryAllowance
  /// What content may take that can go to a disk as well: of connections that are here, and of those that have left.
  let ordinary: MemoryAllowance
  private let limitPerConnection: UInt64
  private var shares: [Peer: Share] = [:]

  private struct Share {
    let sensitive: MemoryAllowance
    let ordinary: MemoryAllowance
  }

  init(_ limits: DragModel.Limits) {
    whole = MemoryAllowance(limit: limits.heldMemory)
    ordinary = MemoryAllowance(limit: limits.heldMemory - limits.heldMemory / 4, of: whole)
    limitPerConnection = limits.heldMemoryPerConnection
  }

  /// What is taken of it is a connection's, whichever of its two kinds.
  func share(of peer: Peer, isSensitive: Bool) -> MemoryAllowance {
    let share = shares[peer] ?? begin(peer)
    return isSensitive ? share.sensitive : share.ordinary
  }

  private func begin(_ peer: Peer) -> Share {
    let own = MemoryAllowance(limit: limitPerConnection)
    let share = Share(
      sensitive: MemoryAllowance(limit: .max, of: own, whole),
      ordinary: MemoryAllowance(limit: .max, of: own, ordinary))
    shares[peer] = share
    return share
  }

  /// It has left the bus. What it leaves behind stays charged to the whole.
  func forget(_ peer: Peer) { shares[peer] = nil }
}
