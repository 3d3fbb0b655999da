internal import CGtk

/// Named actions for menus, buttons and keys.
package final class ActionGroup: Object {
  package init() {
    super.init(taking: made(g_simple_action_group_new()).raw)
  }

  /// Adds an action.
  package func add(_ name: String, _ body: @escaping @MainActor () -> Void) {
    let action = made(g_simple_action_new(name, nil))
    action.connect("activate") { _ in body() }
    g_action_map_add_action(opaque, action)
    g_object_unref(action.raw)
  }

  /// Whether an action can be started now.
  package func setEnabled(_ name: String, _ isEnabled: Bool) {
    guard let action = g_action_map_lookup_action(opaque, name) else { return }
    g_simple_action_set_enabled(action, isEnabled.gboolean)
  }
}

extension Widget {
  /// Makes actions known to the widget and what is in it, as `prefix.name`.
  package func insert(_ group: ActionGroup, as prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, group.opaque)
  }
}
