internal import DragModel
internal import DragSystem
internal import ServiceLog

/// Divides the memory for held content. Each connection has a limit; a quarter of the whole is reserved for sensitive
/// content, which may not be on a disk, and each application may have a part of that quarter.
final class MemoryShares {
  /// The whole memory for held content.
  let whole: MemoryAllowance
  /// The memory for content that may be on a disk as well, of present connections and of those that have left.
  let ordinary: MemoryAllowance
  private let reserve: Reserve
  private let limitPerConnection: UInt64
  private var shares: [Peer: Share] = [:]
  private var accounts: [Account: MemoryAllowance] = [:]

  private struct Share {
    let own: MemoryAllowance
    let ordinary: MemoryAllowance
  }

  init(_ limits: Limits) {
    reserve = Reserve(of: limits[.heldMemory], among: 4)
    whole = MemoryAllowance(limit: limits[.heldMemory])
    ordinary = MemoryAllowance(limit: reserve.shared, of: whole)
    limitPerConnection = limits[.heldMemoryPerConnection]
  }

  /// The share for content of a party. Both kinds count towards the limit of the connection.
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
      ?? MemoryAllowance(of: whole, common: reserve.shared, little: reserve.perAccount)
    accounts[account] = allowance
    return allowance
  }

  /// A connection has left the bus. Content that it leaves stays charged to the whole.
  func forget(_ peer: Peer) {
    shares[peer] = nil
    accounts = accounts.filter { $0.value.used > 0 }
  }
}

extension BrokerContext {
  /// Larger content goes into an unlinked file while it is collected or copied, even if memory has room.
  private static let memoryThreshold: UInt64 = 64 << 20

  /// Nil if dragd cannot make one: then everything has to fit into memory.
  private var spoolFolder: String? {
    do throws(SystemError) {
      return try SpoolFolder.ready()
    } catch {
      log.warning("dragd cannot keep large content on a disk: \(error)")
      return nil
    }
  }

  /// The place for collected and copied content, within the share of its party. Sensitive content is never on a disk.
  func placement(for party: Party, isSensitive: Bool) -> ContentPlacement {
    let allowance = memory.share(of: party, isSensitive: isSensitive)
    if isSensitive { return .memoryOnly(allowance) }
    return ContentPlacement(
      memoryThreshold: Self.memoryThreshold, allowance: allowance, folder: spoolFolder)
  }
}
