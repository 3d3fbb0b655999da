internal import BoardModel
internal import DragModel
internal import GtkKit
internal import Translations

/// Notifications of the desktop about cards that have become due, on all boards. While this program does not run, a
/// timer of systemd starts it for them.
final class Reminders {
  private let application: Application
  private let boards: Boards
  private let index: BoardsIndex
  /// The words for the place of a card.
  private let place: @MainActor (Reminder) -> String
  private var timer: WallClockTimer?
  private var monitor: FileMonitor?
  private var starting: Timer?
  private var waiting: Timer?
  /// Those that have a notification.
  private var shown: [Reminder] = []

  /// More of them at once get one notification.
  private static let most = 4
  /// Changes of the board come in groups; in milliseconds.
  private static let pause: UInt32 = 500

  init(
    _ application: Application, _ boards: Boards, place: @escaping @MainActor (Reminder) -> String
  ) {
    self.application = application
    self.boards = boards
    self.place = place
    index = BoardsIndex(folder: boards.store.folder)
  }

  func start() {
    timer = WallClockTimer { [weak self] in self?.remind() }
    monitor = try? FileMonitor(boards.store.changesPath) { [weak self] in self?.checkSoon() }
    // The first window comes first.
    starting = Timer(every: Self.pause) { [weak self] in
      self?.starting = nil
      self?.remind()
    }
  }

  /// Shows what has become due since the last time.
  func remind() {
    let now = DueDate.now
    let due = (try? boards.store.takeReminders(at: now)) ?? []
    if due.count > Self.most {
      application.notify(
        "due",
        translated(count: due.count, one: "{count} card is due", other: "{count} cards are due"),
        due.map { Printable.line($0.title) }.joined(separator: ", "))
    } else {
      for one in due {
        shown.append(one)
        application.notify(
          Self.id(of: one), Printable.line(one.title),
          "\(DueText.text(of: one.due, isDone: true)) · \(place(one))",
          action: ("app.show-card", one.card.rawValue))
      }
    }
    check(at: now)
  }

  private static func id(of reminder: Reminder) -> String { "due-\(reminder.card)" }

  private func checkSoon() {
    waiting = Timer(every: Self.pause) { [weak self] in
      self?.waiting = nil
      self?.check()
    }
  }

  /// Waits for the next card that becomes due, and withdraws what is not due any more.
  private func check(at now: DueDate = .now) {
    application.hold()
    Task { [self] in
      defer { application.release() }
      for one in (try? await index.notDue(shown)) ?? [] {
        application.withdraw(notification: Self.id(of: one))
        shown.removeAll { $0 == one }
      }
      let next: DueDate?
      do throws(BoardError) {
        next = try await index.nextReminder(at: now)
      } catch {
        return
      }
      if let next { timer?.set(to: next.moment) }
      await ReminderUnits.arm(next)
    }
  }
}
