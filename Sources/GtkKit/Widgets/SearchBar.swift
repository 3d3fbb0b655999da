internal import CGtk

/// A line of text for a search; screen readers announce it as one.
package final class SearchEntry: Editable {
  package init(placeholder: String) {
    super.init(floating: nonNull(gtk_search_entry_new()))
    set("placeholder-text", placeholder)
    accessibleLabel = placeholder
  }

  /// Calls the body when the text has changed, soon after the last key.
  package func onSearch(_ body: @escaping @MainActor () -> Void) {
    on("search-changed") { _ in body() }
  }

  /// Calls the body when Return is pressed.
  package func onActivate(_ body: @escaping @MainActor () -> Void) {
    on("activate") { _ in body() }
  }
}

/// Shows a search entry while a person searches. Escape ends the search.
package final class SearchBar: Widget {
  private let entry: SearchEntry

  /// - Parameters:
  ///   - other: shown beside the entry, such as the number of hits.
  ///   - further: shown below both.
  package init(_ entry: SearchEntry, beside other: Widget? = nil, below further: Widget? = nil) {
    self.entry = entry
    super.init(floating: nonNull(gtk_search_bar_new()))
    let line = other.map { Box(.horizontal, spacing: 8, [entry, $0]) } ?? entry
    let child = further.map { Box(.vertical, spacing: 4, [line, $0]) } ?? line
    gtk_search_bar_set_child(opaque, child.widget)
    gtk_search_bar_connect_entry(opaque, entry.opaque)
    // GTK drops keys for a widget that is not shown, and an animation would show the entry only at its first frame.
    if let revealer = gtk_widget_get_first_child(widget) {
      gtk_revealer_set_transition_duration(OpaquePointer(revealer), 0)
    }
  }

  /// Starts a search with what is typed anywhere in another widget.
  package func captureKeys(of other: Widget) {
    gtk_search_bar_set_key_capture_widget(opaque, other.widget)
  }

  package var isSearching: Bool {
    get { gtk_search_bar_get_search_mode(opaque) != 0 }
    set {
      gtk_search_bar_set_search_mode(opaque, newValue.gboolean)
      if newValue { entry.focus() }
    }
  }

  package func onChange(_ body: @escaping @MainActor () -> Void) {
    on("notify::search-mode-enabled") { _ in body() }
  }
}
