internal import CGtk

/// A side panel beside the content, or over it in a narrow window.
package final class Flap: Widget {
  package init(content: Widget, panel: Widget, separator: Widget? = nil) {
    super.init(floating: nonNull(adw_flap_new()))
    adw_flap_set_content(opaque, content.widget)
    adw_flap_set_flap(opaque, panel.widget)
    if let separator { adw_flap_set_separator(opaque, separator.widget) }
    adw_flap_set_flap_position(opaque, GTK_PACK_END)
    adw_flap_set_fold_policy(opaque, ADW_FLAP_FOLD_POLICY_AUTO)
    adw_flap_set_fold_threshold_policy(opaque, ADW_FOLD_THRESHOLD_POLICY_MINIMUM)
    adw_flap_set_reveal_flap(opaque, 0)
    // Otherwise it opens by itself when the window is wide enough again (libadwaita 1.2 to 1.7).
    adw_flap_set_locked(opaque, 1)
    on("notify::folded") { [weak self] _ in
      guard let self, adw_flap_get_folded(opaque) != 0 else { return }
      isRevealing = false
    }
  }

  package var isRevealing: Bool {
    get { adw_flap_get_reveal_flap(opaque) != 0 }
    set {
      // The person types next in the panel, which an animation would show only at its first frame.
      if newValue {
        withoutAnimations { adw_flap_set_reveal_flap(opaque, 1) }
      } else {
        adw_flap_set_reveal_flap(opaque, 0)
      }
    }
  }

  package func onRevealChange(_ body: @escaping @MainActor () -> Void) {
    on("notify::reveal-flap") { _ in body() }
  }
}

/// A page for an empty view, with the reason.
package final class StatusPage: Widget {
  package init(icon: String, title: String, text: String) {
    super.init(floating: nonNull(adw_status_page_new()))
    adw_status_page_set_icon_name(opaque, icon)
    adw_status_page_set_title(opaque, title)
    // A description is markup (AdwStatusPage:description).
    adw_status_page_set_description(opaque, ownedString(g_markup_escape_text(text, -1)))
  }

  /// Adds what a person can do about it.
  package func append(_ button: Button) {
    adw_status_page_set_child(opaque, button.aligned(horizontally: .center).widget)
  }
}

/// A group of rows with a title.
package final class PreferencesGroup: Widget {
  package init(_ title: String = "", text: String = "") {
    super.init(floating: nonNull(adw_preferences_group_new()))
    adw_preferences_group_set_title(cast(), title)
    adw_preferences_group_set_description(cast(), text)
  }

  package func append(_ row: Widget) { adw_preferences_group_add(cast(), row.widget) }
}

/// A row with a title and a line below it.
package final class ActionRow: Widget {
  package init(_ title: String, subtitle: String = "") {
    super.init(floating: nonNull(adw_action_row_new()))
    show(title, subtitle)
  }

  /// A property's observers do not run for what an initializer assigns.
  private func show(_ title: String, _ subtitle: String) {
    self.title = title
    self.subtitle = subtitle
  }

  package var title: String = "" {
    didSet {
      adw_preferences_row_set_title(cast(), ownedString(g_markup_escape_text(title, -1)))
      limitTitle()
    }
  }

  /// How many lines the title has at most; what is longer ends with “…”. 0 is no limit, nil is libadwaita's own one.
  package var titleLines: Int? {
    didSet { limitTitle() }
  }

  private func limitTitle() {
    guard let titleLines else { return }
    // A title that is narrower than an ellipsis needs none, and GTK warns that it would be wider with one (GTK 4.8
    // to 4.18).
    adw_action_row_set_title_lines(cast(), title.count > 3 ? Int32(titleLines) : 0)
  }

  package var subtitle: String = "" {
    didSet { adw_action_row_set_subtitle(cast(), ownedString(g_markup_escape_text(subtitle, -1))) }
  }

  /// Lets a click on the row, or Return, press a widget in it; the row names it for screen readers.
  package func setActivatable(_ child: Widget) {
    adw_action_row_set_activatable_widget(cast(), child.widget)
  }

  package func addPrefix(_ child: Widget) { adw_action_row_add_prefix(cast(), child.widget) }
  package func addSuffix(_ child: Widget) { adw_action_row_add_suffix(cast(), child.widget) }

  /// Adds a widget below all the others, as wide as the row. A row may be nowhere but in a list (libadwaita 1.9), so it
  /// cannot stand in a box with the widget.
  package func addBelow(_ child: Widget) {
    guard let content = gtk_list_box_row_get_child(cast()).map({ Widget(borrowing: $0) }) else {
      return
    }
    let box = Box(.vertical)
    gtk_list_box_row_set_child(cast(), box.widget)
    box.append(content)
    box.append(child)
  }
}
