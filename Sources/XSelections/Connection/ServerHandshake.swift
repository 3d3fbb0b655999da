internal import CXCB

/// A connection that a worker has set up, with the server's properties.
struct ServerConnection: Sendable {
  /// The name of the display.
  let display: String
  /// The address of libxcb's connection, as a number, since it changes threads.
  let address: UInt
  let root: UInt32
  /// The number of the first event of XFIXES.
  let firstFixesEvent: UInt8
  let hasXRes: Bool
  /// The bits of an identifier that a client chooses; the others identify the client.
  let identifierMask: UInt32
  /// The largest property that one request can write and the kernel accepts without blocking.
  let largestWrite: Int
  let atoms: ProtocolAtoms

  /// For a connection that no `XConnection` has taken over.
  func disconnect() {
    OpaquePointer(bitPattern: address).map { xcb_disconnect($0) }
  }
}

/// The part of connecting that waits for the server. A stopped server blocks it for ever, so it runs on a worker.
enum ServerHandshake {
  /// The size of libxcb's output buffer.
  static let queueSize = 16 << 10
  /// The most bytes of a request before its data.
  private static let headerSize = 64
  private static let wantedSendBuffer = 512 << 10

  static func connect(to name: String?) -> Result<ServerConnection, ConnectionFailure> {
    let display = name ?? getenv("DISPLAY").map { String(cString: $0) } ?? ""
    guard !display.isEmpty else { return .failure(.noDisplay) }
    var screen: Int32 = 0
    let connection = xcb_connect(display, &screen)
    guard let connection else { return .failure(.refused(display: display)) }
    guard xcb_connection_has_error(connection) == 0 else {
      return fail(connection, display)
    }
    return introduce(connection, screen: Int(screen), display: display)
  }

  private static func introduce(
    _ connection: OpaquePointer, screen: Int, display: String
  ) -> Result<ServerConnection, ConnectionFailure> {
    guard let setup = xcb_get_setup(connection), let root = root(of: setup, screen: screen) else {
      return fail(connection, display)
    }
    xcb_prefetch_extensions(connection)
    let atoms = ProtocolAtoms.intern(on: connection)
    guard let fixes = xcb_xfixes_data(connection), fixes.pointee.present != 0 else {
      let isLost = xcb_connection_has_error(connection) != 0
      return isLost
        ? fail(connection, display) : fail(connection, with: .noXFixes(display: display))
    }
    // XFIXES answers no other request before this one.
    free(
      xcb_xfixes_query_version_reply(connection, xcb_xfixes_query_version(connection, 5, 0), nil))
    let hasXRes = asksXRes(connection)
    let maximum = Int(xcb_get_maximum_request_length(connection)) * 4 - headerSize
    // A quarter may be in use when the kernel reports room: see xcb_takes_output.
    let buffer = Int(xcb_enlarge_send_buffer(connection, Int32(wantedSendBuffer))) / 4 * 3
    guard xcb_connection_has_error(connection) == 0, let atoms else {
      return fail(connection, display)
    }
    return .success(
      ServerConnection(
        display: display, address: UInt(bitPattern: connection), root: root,
        firstFixesEvent: fixes.pointee.first_event, hasXRes: hasXRes,
        identifierMask: setup.pointee.resource_id_mask,
        largestWrite: max(min(maximum, buffer - queueSize), 4_096), atoms: atoms))
  }

  private static func root(of setup: UnsafePointer<xcb_setup_t>, screen: Int) -> UInt32? {
    var roots = xcb_setup_roots_iterator(setup)
    for _ in 0..<max(screen, 0) where roots.rem > 1 { xcb_screen_next(&roots) }
    return roots.rem > 0 ? roots.data.pointee.root : nil
  }

  /// Version 1.2 reports processes.
  private static func asksXRes(_ connection: OpaquePointer) -> Bool {
    guard let extensionData = xcb_res_data(connection), extensionData.pointee.present != 0 else {
      return false
    }
    let version = xcb_res_query_version_reply(
      connection, xcb_res_query_version(connection, 1, 2), nil)
    guard let version else { return false }
    defer { free(version) }
    return (version.pointee.server_major, version.pointee.server_minor) >= (1, 2)
  }

  private static func fail(
    _ connection: OpaquePointer, _ display: String
  ) -> Result<ServerConnection, ConnectionFailure> {
    fail(connection, with: .code(xcb_connection_has_error(connection), display: display))
  }

  private static func fail(
    _ connection: OpaquePointer, with failure: ConnectionFailure
  ) -> Result<ServerConnection, ConnectionFailure> {
    xcb_disconnect(connection)
    return .failure(failure)
  }
}
