internal import DragConnection
internal import DragModel
internal import DragProtocol

extension DragClient {
  /// The listed offers, the newest first: the present list, and the new list after each change.
  ///
  /// It does not start dragd: while dragd does not run, the list is empty. A slow listener gets only the newest list.
  /// The sequence ends when the connection to the bus is lost or the client is closed. Each call gives a sequence of
  /// its own.
  public var offers: AsyncStream<[Offered]> {
    follow(\.listedOffers) { [self] list in
      list.sorted { a, b in
        (a.properties.created, a.id) > (b.properties.created, b.id)
      }.map { Offered($0, self) }
    }
  }

  /// The newest listed offer that has one of the types.
  ///
  /// - Parameter types: patterns, best first, such as `image/png` or `text/*`; empty for any.
  /// - Throws: `noSuchOffer` when there is none, `invalidType` for a text that is no pattern.
  public func find(_ types: [String] = []) async throws(DragError) -> Offered {
    let id = try await session.call { () throws(RequestError) in try .find(types) }
    return try await offered(id)
  }

  /// Finds an offer by its path. A private offer can be found in no other way.
  ///
  /// - Throws: `noSuchOffer` when there is no such offer (any longer), `invalidArguments` for a text that is no path of
  ///   an offer.
  public func offered(at path: String) async throws(DragError) -> Offered {
    guard let id = Identifier(offerPath: path) else {
      throw DragError(.invalidArguments, "“\(path)” is not the path of an offer")
    }
    return try await offered(id)
  }

  func offered(_ id: Identifier) async throws(DragError) -> Offered {
    let properties = try await session.call { () throws(RequestError) in
      try .properties(of: id)
    }
    return Offered(ListedOffer(id: id, properties: properties), self)
  }
}
