internal import DBus
internal import DragModel

extension OfferOptions {
  init(_ reader: inout MessageReader) throws(Rejection) {
    self.init()
    try reader.dictionary { name, value throws(Rejection) in
      guard let key = OfferKey(rawValue: name) else { return }
      switch key {
      case .operations: operations = try value.operations(name)
      case .source: source = try value.ownPath(name)
      case .cookie: cookie = try value.cookie()
      case .label: label = try value.text(name, atMost: Lengths.text)
      case .isPrivate: isPrivate = try value.flag()
      case .isSensitive: isSensitive = try value.flag()
      case .uses: uses = try value.number()
      case .expiresIn: expiresIn = try value.number()
      case .linger: linger = try value.number()
      case .replaces: replaces = try value.offer()
      case .more: more = try value.flag()
      }
    }
  }

  /// Appends what is not the default.
  func write(to writer: inout MessageWriter) throws(BusError) {
    typealias Key = OfferKey
    let defaults = OfferOptions()
    try writer.appendDictionary { entries throws(BusError) in
      if operations != defaults.operations {
        try entries.entry(Key.operations.rawValue, strings: operations.map(\.rawValue))
      }
      if let source { try entries.entry(Key.source.rawValue, path: source) }
      try entries.entry(Key.cookie.rawValue, ifThere: cookie)
      try entries.entry(Key.label.rawValue, ifThere: label)
      if isPrivate { try entries.entry(Key.isPrivate.rawValue, true) }
      if isSensitive { try entries.entry(Key.isSensitive.rawValue, true) }
      if uses != defaults.uses { try entries.entry(Key.uses.rawValue, uses) }
      if expiresIn != defaults.expiresIn {
        try entries.entry(Key.expiresIn.rawValue, expiresIn)
      }
      if linger != defaults.linger { try entries.entry(Key.linger.rawValue, linger) }
      if let replaces {
        try entries.entry(Key.replaces.rawValue, path: replaces.offerPath)
      }
      if more { try entries.entry(Key.more.rawValue, true) }
    }
  }
}
