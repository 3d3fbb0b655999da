internal import BoardModel
internal import DragClient

extension DragError {
  /// Why the board refuses, in words for the program on the other side, which learns nothing of this machine's files.
  init(forOthers error: BoardError) {
    self.init(.cancelled, error.isForOthers ? "\(error)" : "the board cannot store or read it")
  }
}

extension BoardStore {
  /// The same as `prepareMove`, with a refusal in words for the destination.
  func prepareMoveForOthers(_ key: String, isWhole: Bool) throws(DragError) {
    do throws(BoardError) {
      try prepareMove(key: key, isWhole: isWhole)
    } catch {
      throw DragError(forOthers: error)
    }
  }
}
