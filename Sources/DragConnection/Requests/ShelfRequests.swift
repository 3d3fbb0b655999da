internal import DBus
internal import DragModel
package import DragProtocol

// Requests of `org.dragd.Shelf1`, which `dragboard shelf` answers. The bus starts it if its name has no owner.

extension BrokerCall where Reply == Void {
  /// Shows the shelf's window.
  package static func showShelf(_ call: ShowShelfCall) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try call.message()
    }
  }
}

extension BrokerCall where Reply == Bool {
  /// Shows an offer's items on the shelf; the reply, whether one was dragged, comes when their tiles are gone.
  package static func addToShelf(_ call: AddToShelfCall) throws(RequestError) -> BrokerCall {
    try BrokerCall(toBroker: false) { () throws(BusError) in
      try call.message()
    } decode: { reply throws(Rejection) in
      try AddToShelfCall.wasDragged(reply)
    }
  }
}
