/// The bus's signal that a name has another owner, or none (specification, “org.freedesktop.DBus.NameOwnerChanged”).
package struct NameOwnerChange: Hashable, Sendable {
  package let name: String
  /// The connection that had the name; nil for none.
  package let old: String?
  /// The connection that has the name now; nil for none.
  package let new: String?

  /// Nil for any other message.
  package init?(_ message: Message) {
    guard message.kind == .signal, message.hasMember(Self.member),
      message.hasSender(Connection.busName)
    else { return nil }
    var reader = message.read()
    guard let name = try? reader.string(), let old = try? reader.string(),
      let new = try? reader.string()
    else { return nil }
    self.name = name
    self.old = old.isEmpty ? nil : old
    self.new = new.isEmpty ? nil : new
  }

  /// The connection that has left the bus; nil when only a name has changed its owner.
  package var departed: String? { new == nil && name.hasPrefix(":") ? name : nil }

  private static let member: StaticString = "NameOwnerChanged"

  /// The match rule for the changes of one name.
  package static func rule(for name: String) -> String { "\(rule),arg0='\(name)'" }

  /// The match rule for all connections and names that leave the bus.
  package static let ruleForDepartures = "\(rule),path='\(Connection.busPath)',arg2=''"

  private static let rule =
    "type='signal',sender='\(Connection.busName)',interface='\(Connection.busName)',"
    + "member='\(member)'"
}
