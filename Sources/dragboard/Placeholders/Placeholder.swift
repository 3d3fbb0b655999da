internal import BoardModel
internal import DragClient
internal import Foundation

/// Stands in a list for a dropped item until its cards are there.
final class Placeholder: Identifiable {
  enum State {
    /// It is being received; the fraction is nil while it is unknown.
    case loading(fraction: Double?)
    /// It could not be received.
    case failed(reason: String)
  }

  let id = "loading-" + UUID().uuidString
  let list: ListID
  /// The card after it; nil for the end.
  var next: CardID?
  var name: String {
    didSet {
      // GTK lays out all of a label.
      if name.utf8.count > Self.longestName { name = String(name.prefix(300)) }
      onChange(self)
    }
  }
  /// In bytes of UTF-8.
  private static let longestName = 1_200
  private(set) var state = State.loading(fraction: nil)
  /// Receives the item; it may run again after a failure.
  var work: (@MainActor (Placeholder) async throws -> Void)?
  /// Whether the person may retry after a failure.
  var canBeRetried = true
  private var task: Task<Void, any Error>?
  /// The number of bytes of the whole; nil while it is unknown.
  var total: UInt64?
  /// The last known fraction.
  private var arrived: Double?
  /// Called after each change.
  var onChange: @MainActor (Placeholder) -> Void = { _ in }
  var onRemoval: @MainActor (Placeholder) -> Void = { _ in }

  init(name: String, at place: ListPlace) {
    self.name = name
    list = place.list
    next = place.next
  }

  /// Where its cards go: right above it, whatever has come around it meanwhile.
  var place: ListPlace { ListPlace(list: list, next: next, placeholder: id) }

  /// Starts the work, also after a failure.
  func start() {
    guard task == nil, let work else { return }
    arrived = nil
    set(.loading(fraction: nil))
    task = Task {
      do {
        try await work(self)
        task = nil
        remove()
      } catch {
        task = nil
        if error is CancellationError || wasCancelled {
          remove()
        } else {
          if let error = error as? DragError, error.code == .noSuchOffer { canBeRetried = false }
          let reason = FailureText.of(error, arrived: arrived, total: total)
          set(.failed(reason: reason))
        }
        throw error
      }
    }
  }

  private var wasCancelled = false
  private var isRemoved = false

  /// Waits until the work ends; throws where it failed.
  func waitForEnd() async throws {
    try await task?.value
  }

  /// Cancels the work and removes the placeholder. Work that cannot be interrupted ends later, without effect.
  func cancel() {
    wasCancelled = true
    task?.cancel()
    remove()
  }

  /// Shows the fraction, from 0 to 1; nil where it is unknown.
  ///
  /// - Parameter total: the number of bytes of the whole; nil where that is unknown, or still the same.
  func report(_ fraction: Double?, of total: UInt64? = nil) {
    guard case .loading = state else { return }
    self.total = total ?? self.total
    arrived = fraction ?? arrived
    set(.loading(fraction: fraction))
  }

  private func set(_ new: State) {
    state = new
    onChange(self)
  }

  private func remove() {
    guard !isRemoved else { return }
    isRemoved = true
    onRemoval(self)
  }

}
