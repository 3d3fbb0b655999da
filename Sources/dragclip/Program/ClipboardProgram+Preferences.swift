internal import ClipboardModel
internal import ServiceLog

/// What the person sets, while the program runs.
extension ClipboardProgram {
  func preferencesChanged() {
    let former = preferences.preferences
    preferences.read { log.error($0) }
    let new = preferences.preferences
    guard new != former else { return }
    log.detail("the settings have changed")
    enqueue(.configured(readAheadBytes: new.readAheadBytes, new.history))
    if new.keepsHistory != former.keepsHistory { keepHistory() }
  }

  /// Begins or ends to keep the history on the disk, as the person wants it.
  func keepHistory() {
    switch preferences.preferences.keepsHistory {
    case true?:
      guard store == nil, let new = HistoryStore(reads, workers, log) else { return }
      store = new
      let known = Set(model.history.entries.map(\.id))
      if model.settings.readAheadBytes > 0 {
        for entry in new.restore(without: known, model.settings.history) { restore(entry) }
      }
      new.save { [unowned self] in model.history.entries }
    case false?:
      store?.finish([])
      store = nil
      HistoryStore.removeAll(log)
    // Nothing that was kept is lost by a slip of the pen.
    case nil: break
    }
  }
}
