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
    for operand in invocation.operands { _ = try Naming.transfer(operand) }
    let control = try RemoteControl(try VerbSession.connect())
    // One that has ended by itself does not keep the others running.
    try invocation.each { operand throws(Failure) in
      try cancel(try Naming.transfer(operand), reason, control)
    }
  }

  private static func cancel(
    _ name: Naming, _ reason: String, _ control: RemoteControl
  ) throws(Failure) {
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
