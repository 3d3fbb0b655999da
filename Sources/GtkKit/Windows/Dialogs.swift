internal import CGtk

/// Asks a person to confirm an action.
package enum Question {
  /// The questions that nobody has answered yet.
  private static var open: [OpenQuestion] = []

  /// Where the same question is open over the window, that one is shown again, and the answer does the later action.
  ///
  /// - Parameters:
  ///   - window: the parent, which waits for the answer.
  ///   - cancel: the label of the other button, which Escape presses too.
  ///   - answer: the label of the button that confirms.
  package static func present(
    over window: Window, _ heading: String, _ body: String, cancel: String, answer: String,
    _ act: @escaping @MainActor () -> Void
  ) {
    let words = [heading, body, answer]
    if let same = open.first(where: { $0.window == window.pointer && $0.words == words }) {
      same.act = act
      return same.dialog.present()
    }
    let dialog = Window(borrowing: nonNull(adw_message_dialog_new(window.cast(), heading, body)))
    let question = OpenQuestion(window.pointer, words, dialog, act)
    open.append(question)
    for (id, label) in [("cancel", cancel), ("act", answer)] {
      adw_message_dialog_add_response(dialog.cast(), id, label)
    }
    adw_message_dialog_set_response_appearance(dialog.cast(), "act", ADW_RESPONSE_DESTRUCTIVE)
    adw_message_dialog_set_default_response(dialog.cast(), "cancel")
    adw_message_dialog_set_close_response(dialog.cast(), "cancel")
    dialog.on("response") { arguments in
      open.removeAll { $0 === question }
      guard copiedString(g_value_get_string(arguments.values + 1)) == "act" else { return }
      // Only after the dialog is destroyed: the action may close its window, which the dialog would not survive.
      Task { question.act() }
    }
    // Its window may take it along.
    dialog.on("destroy") { _ in open.removeAll { $0 === question } }
    dialog.present()
  }
}

private final class OpenQuestion {
  let window: UnsafeMutableRawPointer
  let words: [String]
  let dialog: Window
  var act: @MainActor () -> Void

  init(
    _ window: UnsafeMutableRawPointer, _ words: [String], _ dialog: Window,
    _ act: @escaping @MainActor () -> Void
  ) {
    self.window = window
    self.words = words
    self.dialog = dialog
    self.act = act
  }
}

/// Shows something that a person has to see.
package enum Notice {
  /// - Parameter close: the label of the button.
  package static func present(
    over window: Window, _ heading: String, _ body: String, close: String
  ) {
    let dialog = Window(borrowing: nonNull(adw_message_dialog_new(window.cast(), heading, body)))
    adw_message_dialog_add_response(dialog.cast(), "close", close)
    adw_message_dialog_set_default_response(dialog.cast(), "close")
    adw_message_dialog_set_close_response(dialog.cast(), "close")
    dialog.present()
  }
}

/// Asks for a line of text.
package enum Prompt {
  /// - Parameters:
  ///   - field: the name of the field.
  ///   - text: what is in it at first.
  ///   - answer: the label of the button that confirms, as Return does.
  ///   - act: gets what is typed; not called where the person cancels.
  package static func present(
    over window: Window, _ heading: String, _ body: String, field: String, text: String,
    cancel: String, answer: String, _ act: @escaping @MainActor (String) -> Void
  ) {
    let dialog = Window(borrowing: nonNull(adw_message_dialog_new(window.cast(), heading, body)))
    let entry = Entry()
    entry.text = text
    entry.accessibleLabel = field
    entry.placeholder = field
    gtk_entry_set_activates_default(entry.cast(), 1)
    adw_message_dialog_set_extra_child(dialog.cast(), entry.widget)
    for (id, label) in [("cancel", cancel), ("act", answer)] {
      adw_message_dialog_add_response(dialog.cast(), id, label)
    }
    adw_message_dialog_set_response_appearance(dialog.cast(), "act", ADW_RESPONSE_SUGGESTED)
    adw_message_dialog_set_default_response(dialog.cast(), "act")
    adw_message_dialog_set_close_response(dialog.cast(), "cancel")
    dialog.on("response") { arguments in
      guard copiedString(g_value_get_string(arguments.values + 1)) == "act" else { return }
      let typed = entry.text
      // Only after the dialog is destroyed, as in ``Question``.
      Task { act(typed) }
    }
    dialog.present()
    entry.focus()
  }
}

/// Asks which of several things is meant.
package enum Choice {
  /// - Parameters:
  ///   - answers: the labels of the buttons, with “_” before the mnemonic letter; Return presses the last one. Another
  ///     button, “Cancel”, and Escape choose none.
  ///   - destroying: whether each answer removes something: Return then chooses none.
  ///   - act: gets the index of the chosen answer; nil for none.
  package static func present(
    over window: Window, _ heading: String, _ body: String, cancel: String, answers: [String],
    destroying: Bool = false, _ act: @escaping @MainActor (Int?) -> Void
  ) {
    let dialog = Window(borrowing: nonNull(adw_message_dialog_new(window.cast(), heading, body)))
    adw_message_dialog_add_response(dialog.cast(), "cancel", cancel)
    for (index, label) in answers.enumerated() {
      adw_message_dialog_add_response(dialog.cast(), "\(index)", label)
    }
    if !answers.isEmpty {
      let last = "\(answers.count - 1)"
      adw_message_dialog_set_response_appearance(
        dialog.cast(), last, destroying ? ADW_RESPONSE_DESTRUCTIVE : ADW_RESPONSE_SUGGESTED)
      adw_message_dialog_set_default_response(dialog.cast(), destroying ? "cancel" : last)
    }
    adw_message_dialog_set_close_response(dialog.cast(), "cancel")
    dialog.on("response") { arguments in
      let answer = Int(copiedString(g_value_get_string(arguments.values + 1)))
      // Only after the dialog is destroyed, as in ``Question``.
      Task { act(answer) }
    }
    dialog.present()
  }
}

/// What a window says about a program.
package struct About {
  let name: String
  let icon: String
  let version: String
  let comments: String
  let developer: String
  let copyright: String
  /// The headings of lists of names, with the names.
  let credits: [(heading: String, names: [String])]

  package init(
    name: String, icon: String, version: String, comments: String, developer: String,
    copyright: String, credits: [(heading: String, names: [String])]
  ) {
    self.name = name
    self.icon = icon
    self.version = version
    self.comments = comments
    self.developer = developer
    self.copyright = copyright
    self.credits = credits
  }

  package func present(over window: Window) {
    let about = Window(borrowing: nonNull(adw_about_window_new()))
    let pointer = about.opaque
    adw_about_window_set_application_name(pointer, name)
    adw_about_window_set_application_icon(pointer, icon)
    adw_about_window_set_version(pointer, version)
    adw_about_window_set_comments(pointer, comments)
    adw_about_window_set_developer_name(pointer, developer)
    adw_about_window_set_copyright(pointer, copyright)
    for credit in credits {
      withStrings(credit.names) {
        adw_about_window_add_acknowledgement_section(pointer, credit.heading, $0)
      }
    }
    about.setModal(for: window)
    about.present()
  }
}
