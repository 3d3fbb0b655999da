internal import CGtk

/// The style of all windows.
package enum Style {
  /// Adds CSS rules for every window of the display.
  package static func add(css: String) {
    guard let display = gdk_display_get_default() else { return }
    let provider = nonNull(gtk_css_provider_new())
    gtk_css_provider_load_from_data(provider, css, -1)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider.raw)
  }

  /// Whether windows can be transparent; otherwise transparent parts are black.
  package static var isComposited: Bool {
    gdk_display_get_default().map { gdk_display_is_composited($0) != 0 } ?? false
  }

  package static var isWayland: Bool {
    guard let display = gdk_display_get_default() else { return false }
    return copiedString(
      g_type_name_from_instance(display.raw.assumingMemoryBound(to: GTypeInstance.self)))
      == "GdkWaylandDisplay"
  }
}

/// The names and icons of MIME types, from shared-mime-info and GLib.
package nonisolated enum ContentTypes {
  /// A type's name for people: “PNG image”.
  package static func description(of type: String) -> String {
    ownedString(g_content_type_get_description(type))
  }

  /// A size for people: “1.2 MiB”, as the shell has it. It is isolated (FSI, PDI): in a text from right to left the
  /// number would stand behind its unit.
  package static func format(size: UInt64) -> String {
    "\u{2068}\(ownedString(g_format_size_full(UInt(size), dragd_format_iec_units)))\u{2069}"
  }

  /// Whether a type is a kind of another.
  package static func `is`(_ type: String, _ ancestor: String) -> Bool {
    g_content_type_is_a(type, ancestor) != 0
  }

  /// The name of a type's icon. No theme has an icon for unknown content; it gets that of a document.
  package static func iconName(of type: String) -> String {
    let name = ownedString(g_content_type_get_generic_icon_name(type))
    return name == "application-x-generic" ? "text-x-generic" : name
  }
}

/// The installed applications.
package enum Applications {
  /// An application's name for people, from its desktop file; its id without one.
  package static func name(of id: String) -> String {
    let apps = g_app_info_get_all()
    defer { g_list_free_full(apps) { g_object_unref($0) } }
    var next = apps
    while let link = next {
      let app = link.pointee.data.map { OpaquePointer($0) }
      if let app, copiedString(g_app_info_get_id(app)) == id + ".desktop" {
        return copiedString(g_app_info_get_display_name(app))
      }
      next = link.pointee.next
    }
    return id
  }
}
