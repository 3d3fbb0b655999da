internal import BoardModel
internal import DragModel
internal import Foundation

/// What stands in a list where something fell, until it is there.
final class Placeholder: Identifiable {
  enum State {
    /// Underway; nil while nobody knows how far.
    case loading(fraction: Double?)
    /// It did not come.
    case failed(reason: String)
  }

  let id = "loading-" + UUID().uuidString
  let list: ListID
  /// The card that it stands before; nil for the end.
  let next: CardID?
  var name: String {
    didSet { onChange(self) }
  }
  private(set) var state = State.loading(fraction: nil)
  /// Starts what fills it, again after a failure.
  var work: (@MainActor (Placeholder) async throws -> Void)?
  /// Whether what failed can be tried again.
  var canBeRetried = true
  private var task: Task<Void, any Error>?
  /// Tells the views.
  var onChange: @MainActor (Placeholder) -> Void = { _ in }
  var onRemoval: @MainActor (Placeholder) -> Void = { _ in }

  init(name: String, list: ListID, next: CardID?) {
    self.name = name
    self.list = list
    self.next = next
  }

  /// Begins, also again after a failure.
  func start() {
    guard task == nil, let work else { return }
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
          set(.failed(reason: Self.reason(error)))
        }
        throw error
      }
    }
  }

  private var wasCancelled = false
  private var isRemoved = false

  /// Waits until it is there, or has failed.
  func waitForEnd() async throws {
    try await task?.value
  }

  /// Gives up what is under way, or what has failed. What cannot be interrupted ends later, and nothing comes of it.
  func cancel() {
    wasCancelled = true
    task?.cancel()
    remove()
  }

  /// How far it is, from 0 to 1.
  func report(_ fraction: Double?) {
    guard case .loading = state else { return }
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

  /// For people, as a sentence.
  static func reason(_ error: any Error) -> String {
    let text = Printable.line("\(error)")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
