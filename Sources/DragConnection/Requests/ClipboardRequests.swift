internal import DBus
package import DragModel
package import DragProtocol

// Requests of `org.dragd.Clipboard1`, which dragclip answers. The bus starts dragclip when no connection owns its name.

extension BrokerCall where Reply == Void {
  /// Puts an offer on the clipboard.
  package static func copyToClipboard(_ call: CopyCall) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try call.message()
    }
  }

  /// Removes an entry from the history; nil for all.
  package static func forgetClipboard(_ offer: Identifier?) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try ForgetCall(offer: offer).message()
    }
  }

  /// Keeps an entry in the history until it is forgotten.
  package static func pinClipboard(_ offer: Identifier) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try HistoryOfferCall(offer: offer).pin()
    }
  }

  /// Undoes `pinClipboard(_:)`: the entry stays no longer than the others.
  package static func unpinClipboard(_ offer: Identifier) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try HistoryOfferCall(offer: offer).unpin()
    }
  }

  /// Empties a selection.
  package static func clearClipboard(
    _ selection: ClipboardSelection
  ) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try ClearCall(selection: selection).message()
    }
  }

  /// Has dragclip send `ClipboardChanged` to this connection; see `followClipboard(_:)`.
  package static func watchClipboard() throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try .watchClipboard()
    }
  }

  /// Sets the property `Paused`.
  package static func pauseClipboard(_ isPaused: Bool) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try ClipboardProperties.setPaused(isPaused)
    }
  }
}

extension BrokerCall where Reply == CurrentContent {
  /// The present content of a selection.
  package static func currentClipboard(
    _ call: CurrentCall
  ) throws(RequestError) -> BrokerCall<CurrentContent> {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try call.message()
    } decode: { reply throws(Rejection) in
      try CurrentContent(reply)
    }
  }
}

extension BrokerCall where Reply == [HistoryEntry] {
  /// The earlier contents of the clipboard, the newest first.
  ///
  /// - Parameter count: 0 for all.
  package static func clipboardHistory(count: UInt32 = 0) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try HistoryCall(count: count).message()
    } decode: { reply throws(Rejection) in
      try HistoryEntry.read(reply)
    }
  }
}

extension BrokerCall where Reply == ClipboardProperties {
  package static func clipboardStatus() throws(RequestError) -> BrokerCall<ClipboardProperties> {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try ClipboardProperties.getAll()
    } decode: { reply throws(Rejection) in
      try ClipboardProperties(reply)
    }
  }
}
