internal import CGtk

/// Properties that no function of their own reads and writes.
extension Object {
  func bool(_ property: String) -> Bool {
    var value = GValue()
    g_value_init(&value, dragd_type_boolean())
    defer { g_value_unset(&value) }
    g_object_get_property(cast(), property, &value)
    return g_value_get_boolean(&value) != 0
  }

  func set(_ property: String, _ flag: Bool) {
    set(property, dragd_type_boolean()) { g_value_set_boolean(&$0, flag.gboolean) }
  }

  func set(_ property: String, _ text: String) {
    set(property, dragd_type_string()) { g_value_set_string(&$0, text) }
  }

  private func set(_ property: String, _ type: GType, _ fill: (inout GValue) -> Void) {
    var value = GValue()
    g_value_init(&value, type)
    defer { g_value_unset(&value) }
    fill(&value)
    g_object_set_property(cast(), property, &value)
  }
}
