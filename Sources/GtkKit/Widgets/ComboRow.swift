internal import CGtk

/// A row in which a person chooses one of several words.
package final class ComboRow: Widget {
  package init(_ title: String, _ words: [String]) {
    super.init(floating: nonNull(adw_combo_row_new()))
    adw_preferences_row_set_title(cast(), ownedString(g_markup_escape_text(title, -1)))
    let model = Object(adopting: nonNull(withStrings(words) { gtk_string_list_new($0) }).raw)
    adw_combo_row_set_model(cast(), model.opaque)
    // Large text would be cut off, and beside the title there is even less room for the chosen word.
    adw_action_row_set_title_lines(cast(), 0)
    adw_action_row_set_subtitle_lines(cast(), 0)
    adw_combo_row_set_use_subtitle(cast(), 1)
    let factory = Object(adopting: nonNull(gtk_signal_list_item_factory_new()).raw)
    factory.on("setup") { [weak self] in self?.addWord($0) }
    factory.on("bind") { [weak self] in self?.showWord($0) }
    factory.on("teardown") { [weak self] arguments in
      self?.rows.removeAll { $0.item == arguments.object(1).map { OpaquePointer($0) } }
    }
    adw_combo_row_set_list_factory(cast(), factory.opaque)
    on("notify::selected") { [weak self] _ in self?.showChosen() }
  }

  /// The rows of the list that opens. libadwaita's own ones cut off what has more than 20 characters.
  private var rows: [(item: OpaquePointer, word: Label, mark: Icon)] = []

  private func addWord(_ arguments: SignalArguments) {
    guard let item = arguments.object(1).map({ OpaquePointer($0) }) else { return }
    let word = Label().wrapping(centered: false).atMost(characters: 24)
    let mark = Icon("object-select-symbolic")
    let row = Box(.horizontal, spacing: 6, [word, mark])
    gtk_list_item_set_child(item, row.widget)
    rows.append((item, word, mark))
  }

  private func showWord(_ arguments: SignalArguments) {
    guard let item = arguments.object(1).map({ OpaquePointer($0) }),
      let row = rows.first(where: { $0.item == item })
    else { return }
    let string = gtk_list_item_get_item(item).map { OpaquePointer($0) }
    row.word.text = copiedString(gtk_string_object_get_string(string))
    showChosen()
  }

  private func showChosen() {
    for row in rows {
      row.mark.opacity = Int(gtk_list_item_get_position(row.item)) == chosen ? 1 : 0
    }
  }

  /// The index of the chosen word.
  package var chosen: Int {
    get { Int(adw_combo_row_get_selected(cast())) }
    set { adw_combo_row_set_selected(cast(), guint(newValue)) }
  }

  package func onChange(_ body: @escaping @MainActor () -> Void) {
    on("notify::selected") { _ in body() }
  }
}
