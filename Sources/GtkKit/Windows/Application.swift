internal import CGtk

/// A GApplication.
package final class Application: Object {
  /// The actions of its windows, and those of the bus.
  let actions = ActionGroup()

  /// - Parameters:
  ///   - id: the name of the program's desktop file.
  ///   - isUnique: whether a second start only activates the first process.
  ///   - isService: whether the bus starts it; it then waits for an activation.
  package init(id: String, isUnique: Bool, isService: Bool = false) {
    let waiting = isService ? dragd_application_is_service : GApplicationFlags(rawValue: 0)
    super.init(
      adopting: nonNull(
        adw_application_new(id, isUnique ? waiting : dragd_application_non_unique)
      ).raw)
  }

  /// Calls the body once, before the first window.
  package func onStartup(_ body: @escaping @MainActor () -> Void) { on("startup") { _ in body() } }
  /// Calls the body to show a window.
  package func onActivate(_ body: @escaping @MainActor () -> Void) {
    on("activate") { _ in body() }
  }
  package func onShutdown(_ body: @escaping @MainActor () -> Void) {
    on("shutdown") { _ in body() }
  }

  /// Adds an action to every window, as `app.name`.
  ///
  /// - Parameter isOnBus: whether the action of the desktop file with this name calls it over the bus. Any program that
  ///   may call this one may do so too, also from a sandbox; GApplication does not say who it is.
  package func add(
    _ name: String, isOnBus: Bool = false, _ body: @escaping @MainActor () -> Void
  ) {
    actions.add(name, body)
    if isOnBus { putOnBus(name) }
  }

  /// Adds an action that takes a word, for callers on the bus and for notifications.
  package func addOnBus(_ name: String, _ body: @escaping @MainActor (String) -> Void) {
    actions.add(name, taking: body)
    putOnBus(name)
  }

  private func putOnBus(_ name: String) {
    guard let action = g_action_map_lookup_action(actions.opaque, name) else { return }
    g_action_map_add_action(opaque, action)
  }

  /// Shows a notification of the desktop, instead of an earlier one with this id.
  ///
  /// - Parameters:
  ///   - action: what a click on it does, an action on the bus that takes a word; nil to show a window.
  package func notify(
    _ id: String, _ title: String, _ text: String, action: (name: String, word: String)? = nil
  ) {
    let notification = nonNull(g_notification_new(title))
    defer { g_object_unref(notification.raw) }
    g_notification_set_body(notification, text)
    if let action {
      g_notification_set_default_action_and_target_value(
        notification, action.name, g_variant_new_string(action.word))
    }
    g_application_send_notification(cast(), id, notification)
  }

  package func withdraw(notification id: String) { g_application_withdraw_notification(cast(), id) }

  /// Sets the keys that start an action in every window, such as “<Control>n”.
  package func setKeys(_ keys: [String], for action: String) {
    withStrings(keys) { gtk_application_set_accels_for_action(cast(), action, $0) }
  }

  /// Runs until its last window is closed.
  ///
  /// - Returns: the exit status.
  package func run() -> Int32 {
    MainQueue.install()
    register()
    return g_application_run(cast(), 0, nil)
  }

  /// Registers with the bus, in up to three attempts. g_application_run() gives up after one: the process that has the
  /// name may end before it answers, and then the name is free.
  private func register() {
    for _ in 0..<3 where g_application_register(cast(), nil, nil) != 0 { return }
  }

  package func quit() { g_application_quit(cast()) }

  /// Keeps it from ending without a window, until as many calls of `release`.
  package func hold() { g_application_hold(cast()) }
  package func release() { g_application_release(cast()) }

  /// How long it stays without a window and without a hold, in milliseconds; 0 at first.
  package func stay(for milliseconds: UInt32) {
    g_application_set_inactivity_timeout(cast(), milliseconds)
  }
}
