internal import DragModel

/// `dragctl cancel`
enum CancelVerb {
  static let reason = Flag(
    "reason", value: .required("TEXT"), help: "what the other party is told")

  static let verb = Verb(
    "cancel", summary: "cancel transfers",
    operands: .init("TRANSFER…", least: 1, most: nil, completes: .nothing),
    description:
      "Only its two parties can cancel a transfer: a dragctl that is one of them is asked to.",
    flags: [reason]
  ) { invocation throws(Failure) in
    try run(invocation)
  }
}

extension CancelVerb {
  private static func run(_ invocation: Invocation) throws(Failure) {
    let reason = try invocation.text(of: reason) ?? "cancelled with dragctl"
    let names = try invocation.operands.map { operand throws(Failure) in
      switch try Naming.transfer(operand) {
      case .id(let id): id.description
      case .beginning(let beginning): beginning
      }
    }
    let control = RemoteControl(connection: try Session.connect())
    for name in names {
      guard try control.cancel(name, reason: reason) else {
        throw Failure(
          .nothingOffered, "no running dragctl is a party of a transfer “\(name)”",
          hint: "Only the two parties of a transfer can cancel it.")
      }
    }
  }
}
