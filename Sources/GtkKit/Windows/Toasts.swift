internal import CGtk

/// Shows short messages over its child. A new message replaces the previous one, which may no longer be true.
///
/// The toasts of libadwaita (1.2 to 1.7) have room for two lines, whatever the width is, and keep their height when the
/// width changes.
package final class ToastOverlay: Widget {
  private var shown: Toast?
  /// The current message, which is shown or which ``isSuspended`` keeps back.
  private var waiting: Message?
  private var timer: Timer?
  /// Called after a message has appeared, or one has left.
  package var onMessageChange: @MainActor () -> Void = {}

  /// What a message offers to do.
  package struct Action {
    let label: String
    let icon: String

    /// - Parameter icon: shown instead of the label in a narrow window, where the words need the room.
    package init(_ label: String, icon: String) {
      (self.label, self.icon) = (label, icon)
    }
  }

  fileprivate struct Message {
    let words: @MainActor (_ room: Int) -> String
    let action: Action?
    let isOutdated: @MainActor () -> Bool
    let body: @MainActor () -> Void
  }

  /// As long as libadwaita shows one.
  private static let duration: UInt32 = 5_000
  private static let narrowWidth = 480

  private var isNarrow: Bool { width < Self.narrowWidth }

  package init(_ child: Widget) {
    super.init(floating: nonNull(gtk_overlay_new()))
    gtk_overlay_set_child(opaque, child.widget)
    onKey(first: false) { [weak self] key in
      guard let self, shown != nil, key == Key("Escape") else { return false }
      dismiss()
      return true
    }
  }

  /// - Parameters:
  ///   - action: what a button in the message does.
  ///   - body: called when that button is pressed.
  package func show(
    _ text: String, _ action: Action? = nil, _ body: @escaping @MainActor () -> Void = {}
  ) {
    show({ _ in text }, action, body)
  }

  /// Shows a message with names that are as long as there is room for.
  ///
  /// - Parameters:
  ///   - words: makes the message, in which all names together have no more characters than it gets.
  ///   - action: what a button in the message does.
  ///   - isOutdated: whether the message is no longer true; see ``dismissOutdated()``.
  ///   - body: called when that button is pressed.
  package func show(
    _ words: @escaping @MainActor (_ room: Int) -> String, _ action: Action? = nil,
    isOutdated: @escaping @MainActor () -> Bool = { false },
    _ body: @escaping @MainActor () -> Void = {}
  ) {
    let message = Message(words: words, action: action, isOutdated: isOutdated, body: body)
    waiting = message
    if !isSuspended { present(message) }
  }

  /// Removes the message if it is no longer true.
  package func dismissOutdated() {
    if waiting?.isOutdated() == true { dismiss() }
  }

  private func present(_ message: Message) {
    remove()
    let toast = Toast(message, isNarrow: isNarrow)
    toast.onClose = { [weak self] in self?.dismiss() }
    // Whoever points at a message, or goes to its button with the keyboard, still reads it.
    toast.onUseChange { [weak self, weak toast] isUsed in
      // The pointer and the keyboard leave a message that is removed, too.
      guard let self, let toast, shown === toast else { return }
      timer = nil
      if !isUsed { startTimer() }
    }
    gtk_overlay_add_overlay(opaque, toast.widget)
    if width > 0 { toast.fit(into: width) }
    shown = toast
    startTimer()
    onMessageChange()
  }

  private func startTimer() {
    timer = Timer(every: Self.duration) { [weak self] in self?.dismiss() }
  }

  private func remove() {
    timer = nil
    guard let removed = shown else { return }
    shown = nil
    gtk_overlay_remove_overlay(opaque, removed.widget)
  }

  /// The bounds of the message in another widget; nil without one.
  package func messageBounds(in other: Widget) -> Bounds? { shown?.bounds(in: other) }

  /// Whether messages are kept back, so that they cover nothing; the last one is shown afterwards.
  package var isSuspended = false {
    didSet {
      guard isSuspended != oldValue else { return }
      if !isSuspended, let waiting {
        present(waiting)
      } else if shown != nil {
        remove()
        onMessageChange()
      }
    }
  }

  /// Removes the message.
  package func dismiss() {
    waiting = nil
    guard shown != nil else { return }
    remove()
    onMessageChange()
  }
}

/// A message with its buttons.
private final class Toast: Widget {
  var onClose: @MainActor () -> Void = {}
  private let title: Label
  private let message: ToastOverlay.Message

  /// The most characters of all names together, and the fewest that still tell them apart.
  private static let (most, fewest) = (40, 8)
  private static let (marginBefore, marginAfter) = (6, 12)

  /// A message with a button leaves less room for its words, and says what a person has just done.
  private static func mostLines(of message: ToastOverlay.Message) -> Int {
    message.action == nil ? 5 : 2
  }

  init(_ message: ToastOverlay.Message, isNarrow: Bool) {
    self.message = message
    title = Label(message.words(Self.most), style: "heading")
    super.init(floating: Self.box())
    add(style: "osd")
    aligned(horizontally: .center, vertically: .end)
    title.asWideAsPossible().wrapping(lines: Self.mostLines(of: message))
    if message.action != nil { title.keepEnd() }
    title.margins(start: Self.marginBefore, end: Self.marginAfter)
    append(title.expanding(horizontally: true))
    if let action = message.action {
      let button =
        isNarrow
        ? Button(icon: action.icon, tooltip: action.label) : Button(label: action.label)
      button.onClick { [weak self] in
        self?.onClose()
        message.body()
      }
      append(button)
    }
    let close = Button(
      icon: "window-close-symbolic", tooltip: copiedString(g_dgettext("libadwaita", "Close")),
      style: "circular", "flat")
    close.onClick { [weak self] in self?.onClose() }
    append(close)
  }

  /// Cuts off the names until the whole message fits into its lines.
  func fit(into width: Int) {
    let others = leastWidth - title.leastWidth + Self.marginBefore + Self.marginAfter
    let room = max(width - others, 1)
    let sizes = stride(from: Self.most, through: Self.fewest, by: -1).lazy
    let texts = sizes.map { [message] in message.words($0) }
    let fitting = texts.first { [title, message] in
      title.lines(of: $0, inWidth: room) <= Self.mostLines(of: message)
    }
    title.text = fitting ?? message.words(Self.fewest)
  }

  /// A box with the style that libadwaita has for toasts.
  private static func box() -> UnsafeMutableRawPointer {
    var value = GValue()
    g_value_init(&value, dragd_type_string())
    defer { g_value_unset(&value) }
    g_value_set_string(&value, "toast")
    return withStrings(["css-name"]) { names in
      nonNull(g_object_new_with_properties(gtk_box_get_type(), 1, names, &value)).raw
    }
  }

  private func append(_ child: Widget) {
    child.aligned(vertically: .center)
    // A click leaves the keyboard where it was.
    if child is Button { gtk_widget_set_focus_on_click(child.widget, 0) }
    gtk_box_append(cast(), child.widget)
  }

  /// Calls the body when the pointer or the keyboard comes to the message, or leaves it.
  func onUseChange(_ body: @escaping @MainActor (_ isUsed: Bool) -> Void) {
    onFocusChange(body)
    let controller = Object(adopting: nonNull(gtk_event_controller_motion_new()).raw)
    controller.on("enter") { _ in body(true) }
    controller.on("leave") { _ in body(false) }
    addController(controller)
  }
}
