internal import CGtk

extension Widget {
  /// What a screen reader calls it.
  package var accessibleLabel: String {
    get { "" }
    set { setProperty(GTK_ACCESSIBLE_PROPERTY_LABEL, newValue) }
  }

  /// What a screen reader says of it besides.
  package func setAccessibleDescription(_ text: String) {
    setProperty(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
  }

  private func setProperty(_ property: GtkAccessibleProperty, _ text: String) {
    var value = GValue()
    g_value_init(&value, dragd_type_string())
    g_value_set_string(&value, text)
    var properties = [property]
    gtk_accessible_update_property_value(opaque, 1, &properties, &value)
    g_value_unset(&value)
  }
}
