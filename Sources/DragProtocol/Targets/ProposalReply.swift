package import DBus
package import DragModel

/// The reply of `Propose`, of the target's owner to dragd and of dragd to the dropper.
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
    var details = ProposalDetails()
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = DetailKey(rawValue: name) else { return }
      switch key {
      case .intent: details.intent = try value.word(name)
      case .index: details.index = try value.number()
      case .reason: details.reason = try value.text().prefix(bytes: Lengths.reason)
      }
    }
    self.details = details
  }

  package func reply(to call: some Answerable) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      try writer.append(proposal.rawValue)
      try writer.appendDictionary { entries throws(BusError) in
        if details.intent != .unspecified {
          try entries.entry(DetailKey.intent.rawValue, details.intent.rawValue)
        }
        try entries.entry(DetailKey.index.rawValue, ifThere: details.index)
        try entries.entry(DetailKey.reason.rawValue, ifThere: details.reason)
      }
    }
    return reply
  }
}
