package import DBus
package import DragModel

/// The reply to `Propose`, from the target's owner to dragd and from dragd to the dropper.
package struct ProposalReply: Hashable, Sendable {
  package var proposal: Proposal
  package var details: ProposalDetails

  package init(_ proposal: Proposal, _ details: ProposalDetails = ProposalDetails()) {
    self.proposal = proposal
    self.details = details
  }

  package init(_ reply: Message) throws(Rejection) {
    var reader = reply.read()
    proposal = try reader.word("proposal")
    details = try ProposalDetails(&reader)
  }

  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.append(proposal.rawValue)
      try details.write(to: &writer)
    }
    return reply
  }
}

extension ProposalDetails: KeyedDictionary {
  static let unstated = Self()

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of details: inout Self
  ) throws(Visitor.Failure) {
    try keys.defaulted("intent", &details.intent, unstated.intent, .word())
    try keys.optional("index", &details.index, .number())
    try keys.optional("reason", &details.reason, .text(cutAfter: Lengths.reason))
  }
}
