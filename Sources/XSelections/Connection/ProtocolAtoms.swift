internal import CXCB

typealias Atom = UInt32
typealias Window = UInt32

/// The names that the ICCCM and the clipboard manager specification define, and two properties of this program.
enum ProtocolName: String, CaseIterable {
  case clipboard = "CLIPBOARD"
  case clipboardManager = "CLIPBOARD_MANAGER"
  case targets = "TARGETS"
  case timestamp = "TIMESTAMP"
  case multiple = "MULTIPLE"
  case saveTargets = "SAVE_TARGETS"
  case incremental = "INCR"
  case atomPair = "ATOM_PAIR"
  case null = "NULL"
  case utf8String = "UTF8_STRING"
  case text = "TEXT"
  /// The property that owners write into.
  case data = "DRAGD_SELECTION"
  /// The property that is changed to learn the server's time.
  case time = "DRAGD_TIME"
}

/// The atoms of those names, on one server.
struct ProtocolAtoms: Sendable {
  private let atoms: [Atom]

  init(_ atoms: [Atom]) {
    self.atoms = atoms
  }

  subscript(_ name: ProtocolName) -> Atom {
    ProtocolName.allCases.firstIndex(of: name).map { atoms[$0] } ?? 0
  }

  /// Waits for the server. Nil if the connection has ended.
  static func intern(on connection: OpaquePointer) -> ProtocolAtoms? {
    let cookies = ProtocolName.allCases.map { name in
      xcb_intern_atom(connection, 0, UInt16(name.rawValue.utf8.count), name.rawValue)
    }
    var atoms: [Atom] = []
    for cookie in cookies {
      guard let reply = xcb_intern_atom_reply(connection, cookie, nil) else { continue }
      atoms.append(reply.pointee.atom)
      free(reply)
    }
    return atoms.count == cookies.count ? ProtocolAtoms(atoms) : nil
  }
}
