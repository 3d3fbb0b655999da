internal import CSimulation
internal import MessageBus

/// The order of an object's signals, as each connection gets them: nothing of an object comes after its removal, and
/// nothing is added twice. Identifiers are never used again.
struct SignalOrder {
  private struct Object: Hashable {
    let receiver: String
    /// A dragd that restores another one's offers tells of them anew.
    let sender: String
    let path: String
  }

  private var added: Set<Object> = []
  private var removed: Set<Object> = []

  mutating func check(_ message: WireMessage, for receiver: String) {
    guard message.kind == .signal, message.sender != MessageBus.name, let path = message.path
    else { return }
    switch message.member {
    case "InterfacesAdded":
      guard let object = object(of: message, receiver) else { return }
      if !added.insert(object).inserted || removed.contains(object) {
        sim_violate("\(receiver) is told twice that \(object.path) was added")
      }
    case "InterfacesRemoved":
      guard let object = object(of: message, receiver) else { return }
      if !removed.insert(object).inserted {
        sim_violate("\(receiver) is told twice that \(object.path) was removed")
      }
    default:
      if removed.contains(Object(receiver: receiver, sender: message.sender ?? "", path: path)) {
        sim_violate("\(receiver) gets \(message.member ?? "") of \(path) after its removal")
      }
    }
  }

  private func object(of message: WireMessage, _ receiver: String) -> Object? {
    message.body.leadingTexts.first.map {
      Object(receiver: receiver, sender: message.sender ?? "", path: $0)
    }
  }
}
