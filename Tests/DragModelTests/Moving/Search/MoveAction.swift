/// One step of a move's world.
enum MoveAction: Hashable {
  /// The next message of a connection reaches the broker; an Accept is for the offer with that index.
  case deliver(connection: Int, MoveRequest, offer: Int)
  case deliverToSource(MoveReply, refuses: Bool)
  case deliverToDestination(Int, MoveReply, sleeps: Bool)

  case serveLedger
  case sync
  case failToWrite
  case leaveInDoubt(isOnDisk: Bool)
  case treatDoubtAsFailure
  case overtake
  case writeStateFile

  case offer
  case deleteListed
  case deleteOwed
  case accept(UInt8, at: Int)
  case goOn(UInt8, at: Int)
  case wakeUp(UInt8, at: Int)
  case cancel(UInt8, at: Int)
  /// Time passes until the deadline at that second.
  case wait(seconds: UInt64)

  case end(Int, unsent: Int)
  case endBroker(losingCalls: Bool)
  case cutPower(kept: Int)
}

extension MoveAction: CustomStringConvertible {
  var description: String {
    switch self {
    case .deliver(let connection, let request, let offer):
      "B gets from \(MoveNames.connection(connection)): \(request)"
        + (offer > 0 ? ", of offer \(offer + 1)" : "")
    case .deliverToSource(let reply, let refuses):
      "S gets: \(reply)" + (refuses ? ", and refuses" : "")
    case .deliverToDestination(let destination, let reply, let sleeps):
      "D\(destination) gets: \(reply)" + (sleeps ? ", and falls asleep" : "")
    case .serveLedger: "ledger: next request"
    case .sync: "ledger: synced"
    case .failToWrite: "ledger: the write fails"
    case .leaveInDoubt(let isOnDisk):
      "B leaves, a sync having failed, the record \(isOnDisk ? "on" : "not on") the disk"
    case .treatDoubtAsFailure: "B takes a failed sync for a failed write"
    case .overtake: "ledger: answers before what is being written"
    case .writeStateFile: "B writes the state file"
    case .offer: "S offers what it has"
    case .deleteListed: "S deletes what it was told of"
    case .deleteOwed: "S deletes what it could not delete before"
    case .accept(let item, let destination): "D\(destination) accepts item \(item)"
    case .goOn(let id, let destination): "D\(destination) goes on with \(id)"
    case .wakeUp(let id, let destination): "D\(destination) wakes up, for \(id)"
    case .cancel(let id, let destination): "D\(destination) cancels \(id)"
    case .wait(let seconds): "\(seconds) s pass"
    case .end(let party, let unsent):
      "\(MoveNames.party(party)) is killed" + (unsent > 0 ? ", \(unsent) messages unsent" : "")
    case .endBroker(let losingCalls):
      "B is killed" + (losingCalls ? ", with the calls that it had got" : "")
    case .cutPower(let kept): "power cut, \(kept) unsynced records kept"
    }
  }
}
