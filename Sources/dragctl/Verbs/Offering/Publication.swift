internal import DragConnection
internal import DragModel

/// Items and options, as often as they have to be published.
struct Publication {
  private let items: [SourceItem]
  private let options: OfferOptions

  init(_ items: [SourceItem], _ options: OfferOptions) {
    self.items = items
    self.options = options
  }

  /// The same under a cookie, without the items that have these keys.
  func without(_ keys: Set<String>, cookie: String) -> Publication {
    var options = options
    options.cookie = cookie
    return Publication(items.filter { !keys.contains($0.attributes.key ?? "") }, options)
  }

  /// Publishes it; nobody sees a part of it.
  ///
  /// - Parameters:
  ///   - source: the path of the object that implements Source1.
  ///   - replacing: an earlier offer of this connection, perhaps at an earlier dragd.
  func publish(
    on connection: BrokerConnection, source: String? = nil, replacing: Identifier? = nil
  ) throws(Failure) -> Identifier {
    var options = options
    options.source = source
    options.replaces = replacing
    do throws(DragError) {
      return try connection.publish(items, options, timeout: Session.patience)
    } catch {
      throw Failure(error)
    }
  }
}
