internal import DragModel
internal import DragSystem

final class MoveStore {
  init(folder: String?, limit: UInt64, workers: WorkerPool) {}
  func ask(_ request: LedgerRequest, then: @escaping (LedgerAnswer) -> Void) {}
  func drain(then: @escaping () -> Void) { then() }
}
