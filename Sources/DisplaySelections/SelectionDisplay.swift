package import DragModel
package import DragSystem

/// The selections of a display: one protocol for Wayland, X11 and mutter.
///
/// An implementation works on one loop's thread, touches no program's pipe on it (pipes belong to workers), limits
/// every wait, and keeps state for each read and each request, so that a peer that blocks delays only itself.
///
/// What a new implementation needs:
/// 1. A module with a class that conforms to this protocol and reports each `SelectionEvent`; where the protocol has a
///    C library, a header module too.
/// 2. Both as targets in `Package.swift`, also as dependencies of dragclip and clipboardowner; their rows in
///    `Tests/LayeringTests/Layers.swift` (arrows, cModules, synchronous) and in the picture of `Architecture.md`.
/// 3. The lanes of its reads, requests and refusals in `Lane.swift`, “Displays”.
/// 4. In dragclip: a case of `DisplayKind`, with the help and the error text in `Invocation.swift`; its place in the
///    order and its attempt in `DisplayChoice.swift`; the variables that name the session in `HistoryFile.swift`; the
///    manual in `dragclip/Manual`, and the German texts.
/// 5. The packages in the `Makefile` and in the table of `Contributing.md`; `systemd/dragclip.service.in` if its socket
///    is not local.
/// 6. Tests: a server in `Tests/Harness/Displays`, a case of `DisplayServer` in `ClipboardSession.swift`
///    (`ClipboardTests` runs all cases), `Tests/ClipboardOwner/Main.swift`, and tests of the module itself beside
///    `Tests/WaylandSelectionsTests`.
package protocol SelectionDisplay: AnyObject {
  /// Gets every event, on the loop, in the display's order.
  var onEvent: ((SelectionEvent) -> Void)? { get set }

  /// The selections that this display has; a display without PRIMARY leaves it out.
  var selections: Set<ClipboardSelection> { get }

  /// Reads one target of the present owner into a pipe, which the implementation closes.
  ///
  /// `ended` is called once, on the loop; never before `read` has returned.
  func read(
    _ target: String, of selection: ClipboardSelection, into pipe: consuming OwnedFileDescriptor,
    ended: @escaping (ReadEnd) -> Void
  ) -> ReadID

  /// Stops a read; its `ended` is called with `.cancelled`. Does nothing once the read has ended.
  func cancel(_ read: ReadID)

  /// Makes this program the owner of the selection, with these targets, best first.
  func own(_ selection: ClipboardSelection, targets: [String])

  /// The same, unless another program has become the owner after the last change that this program knows of:
  /// `ownRefused` then follows.
  func ownUnlessTaken(_ selection: ClipboardSelection, targets: [String])

  /// Clears the selection. Does nothing unless this program owns it.
  func disown(_ selection: ClipboardSelection)

  /// Calls `then` when `onEvent` has got the owner after the last change that the display has reported, or when the
  /// display has gone. Calls it at once unless the owner's targets are still to come, and after three seconds in any
  /// case, because owners can be slow.
  ///
  /// `close` drops the closures that wait.
  func whenKnown(_ selection: ClipboardSelection, _ then: @escaping () -> Void)

  /// Calls `then` on the loop when programs see what `own` and `disown` have done so far, or when the display has gone:
  /// at once if no call of them is under way. `close` drops the closures that wait.
  func whenVisible(_ then: @escaping () -> Void)

  /// Sends a requestor the bytes of `content`: of a pipe all until its end, of a file all from offset 0. `size` is the
  /// exact number of bytes; nil if it is unknown.
  ///
  /// `ended` is called once, on the loop.
  func answer(
    _ request: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void)

  /// Tells a requestor that there is no content. An answer under way ends with `.failed`.
  func refuse(_ request: RequestID)

  /// Keeps a record of the requests under way in `file`, which is empty, where a requestor would wait for ever for a
  /// program that was killed; and ends the requests in `former`, the record of such a program.
  func recordRequests(in file: consuming OwnedFileDescriptor, former: [UInt8])

  /// After `gone`: calls `then` once, on the loop, with whether the display goes on: it may have ended the connection
  /// of this program alone. Waits for the display at most a second.
  func whetherGoesOn(_ then: @escaping (Bool) -> Void)

  /// Disconnects from the display. No event and no `ended` follows.
  func close()
}

extension SelectionDisplay {
  /// The same as `own`: this display has no such condition, and who claims last wins. A copy is lost if it is made
  /// while the claim is on its way.
  package func ownUnlessTaken(_ selection: ClipboardSelection, targets: [String]) {
    own(selection, targets: targets)
  }

  /// What cannot be asked again has ended.
  package func whetherGoesOn(_ then: @escaping (Bool) -> Void) { then(false) }

  /// Nothing: on this display the end of a program ends the requests to it.
  package func recordRequests(in file: consuming OwnedFileDescriptor, former: [UInt8]) {}
}

/// A read under way; a number is used once.
package struct ReadID: Hashable, Sendable {
  package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }
}

/// A program's request to paste what this program owns; a number is used once.
package struct RequestID: Hashable, Sendable {
  package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }
}
