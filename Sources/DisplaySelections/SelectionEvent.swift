/// What a display tells of its selections.
package enum SelectionEvent: Equatable, Sendable {
  /// The selection has another owner, or none (nil). The first events after connecting tell the present owners.
  case changed(SelectionName, OwnedSelection?, OwnerChange = .unknown)

  /// A program pastes: `answer` or `refuse` the request. Only for a selection that is owned here.
  case requested(SelectionName, target: String, RequestID)

  /// The requestor has gone before its request was answered, or the answer was too late; the request needs none now.
  case requestCancelled(RequestID)

  /// X11: a program asks the clipboard manager to keep these targets of the selection, for it is about to leave
  /// (SAVE_TARGETS, ICCCM section 2.6.3 and the freedesktop.org clipboard manager specification). Answer within 2 s:
  /// `refuse` says that nothing was kept, `answer` with an empty file that everything was.
  case saveRequested(SelectionName, targets: [String], RequestID)

  /// The display has ended the connection. Nothing follows.
  case gone(String)
}

/// How a selection came to have another owner or none.
package enum OwnerChange: Equatable, Sendable {
  /// The display does not tell (Wayland, and what was so before this program came).
  case unknown
  /// A program has taken the selection, or has cleared it.
  case set
  /// The owner has ended, or has destroyed the window that it owned the selection with (X11).
  case ownerEnded
}

/// A selection that somebody owns.
package struct OwnedSelection: Equatable, Sendable {
  /// The names of the targets (X11) or types (Wayland) as the owner gives them, best first, without doubles.
  package var targets: [String]

  /// Whether the owner is this program.
  package var isOwn: Bool

  /// The former owner has gone, and the display itself owns what it has read of that one's content (mutter).
  package var isKeptByDisplay: Bool

  /// The owner's process, where the display tells (X11 with XRes, for a local owner).
  package var process: Int32?

  /// The display's time of the change in milliseconds, where it tells one (X11).
  package var time: UInt32?

  package init(
    targets: [String], isOwn: Bool, isKeptByDisplay: Bool = false, process: Int32? = nil,
    time: UInt32? = nil
  ) {
    self.targets = targets
    self.isOwn = isOwn
    self.isKeptByDisplay = isKeptByDisplay
    self.process = process
    self.time = time
  }
}

/// How a read ended.
package enum ReadEnd: Equatable, Sendable {
  /// Every byte went into the pipe, which is closed.
  case complete(bytes: UInt64)

  /// The owner has the pipe itself (Wayland) and closes it at its end; whether it gave everything cannot be told.
  case handedOver

  /// Not everything: the reason is for people.
  case failed(String)

  case cancelled
}

/// How an answer ended.
package enum AnswerEnd: Equatable, Sendable {
  /// The requestor has taken every byte, or has ended with all of them in its hands; on Wayland its pipe has, and
  /// whether the requestor reads that cannot be told.
  case complete(bytes: UInt64)

  /// The requestor left, broke off or did nothing for too long; or the content could not be read.
  case failed(String)
}
