/// What a connection has asked the bus for: “Match Rules” of the D-Bus specification, as far as programs use them.
struct MatchRule {
  let text: String
  private let conditions: [(key: String, value: String)]

  init(_ text: String) {
    self.text = text
    conditions = text.split(separator: ",").map { part in
      let halves = part.split(separator: "=", maxSplits: 1)
      return (String(halves[0]), String((halves.dropFirst().first ?? "").dropFirst().dropLast()))
    }
  }

  /// - Parameter owner: the connection that owns a name.
  func matches(_ message: WireMessage, owner: (String) -> String?) -> Bool {
    conditions.allSatisfy { key, value in
      switch key {
      case "type": value == "signal" && message.kind == .signal
      case "sender": message.sender == value || owner(value) == message.sender
      case "interface": message.interface == value
      case "member": message.member == value
      case "path": message.path == value
      case "path_namespace":
        message.path == value || message.path?.hasPrefix(value == "/" ? "/" : value + "/") == true
      case "arg0namespace":
        message.body.leadingTexts.first.map { $0 == value || $0.hasPrefix(value + ".") } ?? false
      default:
        if key.hasPrefix("arg"), let number = Int(key.dropFirst(3)) {
          message.body.leadingTexts.dropFirst(number).first == value
        } else {
          false
        }
      }
    }
  }
}
