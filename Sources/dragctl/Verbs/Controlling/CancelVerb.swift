internal import CommandLineArguments
internal import DragModel
internal import Translations

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
      try Naming.transfer(operand)
    }
    let control = try RemoteControl(try VerbSession.connect())
    for name in names {
      let transfer: Identifier
      switch name {
      case .id(let id): transfer = id
      case .beginning(let beginning):
        transfer = try Naming.only(
          beginning, among: try control.transfers(),
          none: translated(
            "no transfer of a running dragctl begins with “{beginning}”", ["beginning": beginning]))
      }
      guard try control.cancel(transfer, reason: reason) else {
        throw Failure(
          .notFound,
          translated(
            "no running dragctl is a party of a transfer “{transfer}”", ["transfer": transfer]),
          hint: translated("Only the two parties of a transfer can cancel it."))
      }
    }
  }
}
