public import DragClient
public import Foundation

extension DragError: LocalizedError {
  /// The message on one line: what was wrong, with the value, and what would be right.
  public var errorDescription: String? { description }
}

extension Progress {
  /// A progress that follows a transfer's, for bars and windows that take one. Its unit is a byte; while the total is
  /// unknown it is indeterminate.
  ///
  /// - Parameter progress: as of ``DragClient/Loading/progress`` or ``DragClient/DropSession/progress``.
  public convenience init(following progress: AsyncStream<TransferProgress>) {
    self.init(parent: nil, userInfo: nil)
    totalUnitCount = -1
    Task { [weak self] in
      for await one in progress {
        guard let self else { return }
        totalUnitCount = one.total.map { Int64(clamping: $0) } ?? -1
        completedUnitCount = Int64(clamping: one.bytes)
      }
    }
  }
}
