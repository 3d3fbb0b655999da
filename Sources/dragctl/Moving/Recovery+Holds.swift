internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Translations

/// The files that killed programs held.
extension Recovery {
  /// Settles the hold of a killed program, whose move of the file dragd may have committed.
  mutating func settle(_ hold: FileHold) {
    guard let move = hold.move else { return hold.release() }
    let told: ToldOutcome
    do throws(RequestError) {
      told = try connect().outcome(of: move, timeout: timeout)
    } catch {
      return addUnsettled(hold.name, error)
    }
    let path = Argument(hold.path).text
    switch move.decision(told) {
    case .aborted: hold.release()
    // Its source deletes it when it settles its moves, and acknowledges that.
    case .committed:
      if hold.isGone { hold.release() }
    case nil where told.outcome == .pending:
      addUnsettled(
        hold.name,
        translated("{path}: dragd has not decided yet whether it has moved", ["path": path]))
    case nil:
      guard let decision = decisions.removeValue(forKey: hold.name) else {
        return addUndecidable(hold.name, path)
      }
      follow(decision, hold, path)
    }
  }

  private mutating func follow(_ decision: Decision, _ hold: FileHold, _ path: String) {
    switch decision {
    case .keep:
      settled.append(
        Settled(
          outcome: .kept, path: path, words: translated("{path}: stays here", ["path": path])))
    case .drop:
      do throws(SystemError) {
        let deletion: MovableFile.Deletion =
          switch try hold.deleteFile() {
          case .file: .deleted
          case .nothing: .wasGone
          case .another: .isAnother
          }
        add(path, deletion)
      } catch {
        return addUnsettled(hold.name, "\(path): \(error.reason)")
      }
    }
    hold.release()
  }
}
