internal import DragModel
internal import DragSystem

extension BrokerService {
  /// What is larger is kept in an unlinked file while it is gathered or copied, even while there is
  /// memory to spare.
  private static let memoryThreshold: UInt64 = 64 << 20

  /// Nil where none can be made: then everything has to fit into memory.
  private var spoolFolder: String? {
    do throws(SystemError) {
      return try SpoolFolder.ready()
    } catch {
      log.warning("large content cannot be kept on a disk: \(error)")
      return nil
    }
  }

  /// Where content that is copied or gathered goes, in the share of the party that it is for. Sensitive content never
  /// goes on a disk.
  func placement(for party: Party, isSensitive: Bool) -> ContentPlacement {
    let allowance = memory.share(of: party, isSensitive: isSensitive)
    if isSensitive { return .memoryOnly(allowance) }
    return ContentPlacement(
      memoryThreshold: Self.memoryThreshold, allowance: allowance, folder: spoolFolder)
  }
}
