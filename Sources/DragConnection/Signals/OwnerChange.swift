/// What NameOwnerChanged says of dragd's name (D-Bus specification, “org.freedesktop.DBus.NameOwnerChanged”).
struct OwnerChange {
  /// The unique name that had it; nil for none.
  let old: String?
  /// The unique name that has it; nil for none.
  let new: String?

  init(old: String, new: String) {
    self.old = old.isEmpty ? nil : old
    self.new = new.isEmpty ? nil : new
  }

  /// Whether it is news for who knows this owner. A blocking call takes its reply before signals that came earlier:
  /// those tell of the past of the dragd that replied, its appearance included, and of others before it.
  func concerns(_ owner: String?) -> Bool {
    owner == nil ? new != nil : old == owner
  }
}
