internal import DragConnection
internal import DragModel
internal import Translations

/// Items and options that can be published several times.
struct Publication {
  private let items: [SourceItem]
  private let options: OfferOptions

  init(_ items: [SourceItem], _ options: OfferOptions) {
    self.items = items
    self.options = options
  }

  /// The same with a cookie, without the items of these keys.
  func without(_ keys: Set<String>, cookie: String) -> Publication {
    var options = options
    options.cookie = cookie
    return Publication(items.filter { !keys.contains($0.attributes.key ?? "") }, options)
  }

  /// Publishes the items; no client sees a part of them.
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
    do throws(RequestError) {
      return try connection.publish(items, options, timeout: Session.timeout)
    } catch {
      var failure = Failure(error)
      if failure.code == .quotaExceeded, items.count > 1 {
        failure.hint = translated(
          """
          Offer fewer files at a time, the folder that has them (dragctl offer FOLDER), or an archive: \
          --exec application/x-tar='tar c FOLDER'
          """)
      }
      throw failure
    }
  }
}
