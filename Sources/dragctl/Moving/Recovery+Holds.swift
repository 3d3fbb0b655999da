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
    guard isHere(move.host) else { return }
    let told: ToldOutcome
    do throws(RequestError) {
      told = try connect().outcome(of: move, timeout: timeout)
    } catch {
      return addUnsettled(hold.name, error, in: FileHold.folderName)
    }
    let path = hold.place.text
    switch move.decision(told) {
    case .aborted: hold.release()
    case .committed where hold.isGone: hold.release()
    // Its source deletes it when it settles its moves, and acknowledges that. If no program does, the person may.
    case .committed:
      guard decisions.removeValue(forKey: hold.name) == .drop else {
        if isBesideOthers { return }
        return addUnsettled(
          hold.name,
          translated(
            "{path}: moved away, and its program has yet to delete it here; “--drop {name}” does",
            ["path": path, "name": hold.name]), in: FileHold.folderName)
      }
      follow(.drop, hold, path)
    case nil where told.outcome == .pending:
      addUnsettled(
        hold.name,
        translated("{path}: dragd has not decided yet whether it has moved", ["path": path]),
        in: FileHold.folderName)
    case nil:
      guard let decision = decisions.removeValue(forKey: hold.name) else {
        return addUndecidable(hold.name, path, in: FileHold.folderName)
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
      do throws(Refusal) {
        add(path, try hold.deleteFile())
      } catch {
        // Without its folder the file is gone too.
        guard hold.place.isGone else {
          return addUnsettled(
            hold.name,
            translated(
              "{reason}; “--keep {name}” deletes nothing",
              ["reason": error.message, "name": hold.name]), in: FileHold.folderName)
        }
        add(path, .wasGone)
      }
    }
    hold.release()
  }
}
