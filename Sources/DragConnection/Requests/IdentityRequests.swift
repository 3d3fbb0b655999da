internal import DBus
internal import DragModel
package import DragProtocol

extension BrokerCall where Reply == Identity {
  /// What dragd knows of the program of a connection.
  ///
  /// - Parameter connection: its unique name.
  package static func identify(_ connection: String) throws(RequestError) -> BrokerCall<Identity> {
    try BrokerCall { () throws(BusError) in
      try IdentifyCall(connection: connection).message()
    } decode: { reply throws(Rejection) in
      try Identity(reply)
    }
  }
}
