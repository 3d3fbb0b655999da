internal import BoardModel
internal import GtkKit

/// Tells when the words for due dates are no longer true: at midnight, in the minute after a due one, after sleep, and
/// when the clock or the time zone is set. It waits for nothing while no card with a due date is shown.
final class DueClock {
  static let shared = DueClock()

  /// Shows all due dates again; each of them is noted anew.
  var onChange: @MainActor () -> Void = {}
  private var timer: WallClockTimer?
  private var zone: FileMonitor?
  /// In seconds since 1970; nil while it waits for nothing.
  private var next: Int?

  private init() {}

  /// Notes a due date that is shown.
  func note(_ due: DueDate, isDone: Bool) {
    let change = due.nextChange(isDone: isDone)
    guard change < next ?? .max else { return }
    next = change
    if timer == nil { start() }
    timer?.set(to: change)
  }

  private func start() {
    timer = WallClockTimer { [weak self] in self?.changed() }
    // Programs that set the time zone replace this link (localtime(5)).
    zone = try? FileMonitor("/etc/localtime") { [weak self] in self?.changed() }
  }

  private func changed() {
    next = nil
    onChange()
  }
}
