internal import DragModel
internal import GtkKit
internal import Translations

/// The widget of a placeholder: its name with a progress bar and Cancel, or the error with Retry and Dismiss.
final class PlaceholderFace {
  let widget = Box(.vertical, spacing: 8)
  private let name = Label(style: "card-title").wrapping(lines: 1)
  private let progress = ProgressBar()
  private let reason = Label(style: "error").wrapping(lines: 6)
  private let cancel = Button(
    icon: "process-stop-symbolic", tooltip: translated("Cancel"), style: "flat", "circular")
  private let retry = Button(label: translated("_Retry"))
  private let dismiss = Button(label: translated("_Dismiss"), style: "flat")
  private let answers: Box
  private weak var placeholder: Placeholder?

  init() {
    widget.add(style: "card", "board-card")
    cancel.aligned(vertically: .center)
    answers = Box(.horizontal, spacing: 6, [dismiss, retry]).aligned(horizontally: .end)
    widget.append(Box(.horizontal, spacing: 6, [name.expanding(horizontally: true), cancel]))
    for part in [progress, reason, answers] { widget.append(part) }
    progress.accessibleLabel = translated("Progress")
    cancel.onClick { [weak self] in self?.placeholder?.cancel() }
    dismiss.onClick { [weak self] in self?.placeholder?.cancel() }
    retry.onClick { [weak self] in self?.placeholder?.start() }
  }

  func show(_ placeholder: Placeholder) {
    self.placeholder = placeholder
    name.text = Printable.line(placeholder.name)
    let hasFailed: Bool
    switch placeholder.state {
    case .loading(let fraction):
      hasFailed = false
      if let fraction { progress.fraction = fraction } else { progress.pulse() }
    case .failed(let text):
      hasFailed = true
      reason.text = text
    }
    progress.isVisible = !hasFailed
    cancel.isVisible = !hasFailed
    reason.isVisible = hasFailed
    answers.isVisible = hasFailed
    retry.isVisible = placeholder.canBeRetried
    widget.set(style: "failed", hasFailed)
  }
}
