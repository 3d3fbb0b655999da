package import DragProtocol

/// dragd's request to perform a drop: the owner of the target accepts the offer, stores it, calls Finish, and then
/// replies.
package struct PerformRequest {
  package let call: TargetPerformCall
  /// The dropper gets an error as it is; after a success dragd tells the dropper what it saw arrive.
  package let reply: PendingReply<Void>
}
