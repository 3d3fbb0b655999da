internal import DragSystem

/// A state file that a worker has written.
struct Rewriting: ~Copyable, Sendable {
  private var journal: Journal?
  private var failure: SystemError?

  /// For workers.
  init(_ snapshot: StateSnapshot, _ name: String, in folder: borrowing Folder) {
    do throws(SystemError) {
      var journal = try Journal(creating: name, in: folder)
      _ = try snapshot.write(to: &journal)
      self.journal = consume journal
    } catch {
      failure = error
    }
  }

  consuming func take() throws(SystemError) -> Journal {
    switch consume journal {
    case .some(let journal): return journal
    case .none: throw failure ?? SystemError("write", errno: 0)
    }
  }
}
