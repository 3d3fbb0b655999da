internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import GtkKit
internal import Translations

/// dragclip's history of the clipboard; empty without dragclip.
final class ClipboardHistory {
  private let connection: BrokerConnection
  private(set) var entries: [HistoryEntry] = []
  /// Called with the entries when they have changed.
  var onChange: @MainActor () -> Void = {}
  /// Called with the reason when a request fails.
  var onFailure: @MainActor (String) -> Void = { _ in }

  private static let timeout = 10_000

  init(_ connection: BrokerConnection) {
    self.connection = connection
  }

  /// Starts following the history. The bus starts dragclip where it is installed.
  func start() {
    try? connection.followClipboard { [weak self] event in
      guard let self else { return }
      switch event {
      case .changed: break
      case .historyChanged: refresh()
      case .came: watch()
      case .left: show([])
      }
    }
    watch()
  }

  private func watch() {
    guard let call = try? BrokerCall<Void>.watchClipboard() else { return }
    connection.perform(call, timeout: Self.timeout) { [weak self] result in
      // dragclip need not be installed, so a failure is not reported.
      if case .success = result { self?.refresh() }
    }
  }

  /// Reads the history again; does not start dragclip.
  func refresh() {
    guard let call = try? BrokerCall<[HistoryEntry]>.clipboardHistory().startingNothing() else {
      return
    }
    connection.perform(call, timeout: Self.timeout) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let entries): show(entries)
      case .failure: show([])
      }
    }
  }

  private func show(_ new: [HistoryEntry]) {
    guard new != entries else { return }
    entries = new
    onChange()
  }

  // MARK: Actions

  /// Puts the content of an entry on the clipboard again.
  func copy(_ entry: HistoryEntry, then: @escaping @MainActor () -> Void) {
    perform(try? .copyToClipboard(CopyCall(offer: entry.offer)), then: then)
  }

  /// Keeps an entry until a caller forgets it.
  func pin(_ entry: HistoryEntry) { perform(try? .pinClipboard(entry.offer)) }

  func unpin(_ entry: HistoryEntry) { perform(try? .unpinClipboard(entry.offer)) }

  func forget(_ entry: HistoryEntry) { perform(try? .forgetClipboard(entry.offer)) }

  func forgetAll() { perform(try? .forgetClipboard(nil)) }

  /// Forgets all entries but the pinned ones.
  func forgetUnpinned() { for entry in entries where !entry.isPinned { forget(entry) } }

  private func perform(
    _ call: BrokerCall<Void>?, then: @escaping @MainActor () -> Void = {}
  ) {
    guard let call else { return }
    connection.perform(call, timeout: Self.timeout) { [weak self] result in
      switch result {
      case .success: then()
      case .failure(let error): self?.onFailure(error.message)
      }
      self?.refresh()
    }
  }
}

extension HistoryEntry {
  /// How long ago the content was copied, for people.
  func age(at now: UInt64) -> String {
    let seconds = (max(now, copied) - copied) / 1_000_000
    return seconds < 60
      ? translated("just now") : translated("{time} ago", ["time": Measure.age(seconds: seconds)])
  }
}
