import DBus
import DragConnection
import DragModel
import DragProtocol
import Harness
import Testing

/// The displays on which tests of the clipboard run.
enum DisplayServer: String, CaseIterable, Sendable {
  case wayland
  case x11
  /// GNOME's compositor with both kinds of programs; the programs of a test are X11 programs unless it says otherwise.
  case mutter
  /// GNOME's compositor, whose X server dragclip uses, as where mutter has no interface for remote desktops.
  case mutterX
  /// KDE's compositor.
  case kwin
  /// A compositor with ext-data-control-v1, which dragclip and `clipboardowner` use.
  case ext
  /// None: dragclip keeps the clipboard in memory, and only dragctl copies and pastes.
  case memory

  /// Every display: one of each kind of protocol in `make test`, the others in `make test-rest`.
  static let every = Extent.part(of: allCases.filter { $0 != .memory }) {
    $0 == .wayland || $0 == .x11 || $0 == .mutter
  }
  /// Where dragclip learns that a program has ended: on mutter's X server, mutter then owns one of its types.
  static let tellingOfEnds = every.filter { $0 != .mutterX }

  /// The displays with a protocol for clipboard programs. mutter takes seconds to start, so only some tests use it.
  /// KWin has the protocol that sway has, and `.ext` one like it: `make test` runs a few tests on them, and
  /// `make test-rest` all of them.
  static let usual = Extent.part(of: [DisplayServer.wayland, .x11, .kwin, .ext]) {
    $0 == .wayland || $0 == .x11
  }
  /// `usual` and, in `make test-rest`, mutter.
  static let usualAndMutter = usual + Extent.part(of: [DisplayServer.mutter]) { _ in false }
  /// The same as `usual` for tests that `make test-rest` runs again with larger numbers.
  static let varied = Extent.current == .usual ? usual : [.wayland, .x11, .kwin]
  /// The displays for X11 programs without a window: X11 in `make test`, mutter in `make test-rest`.
  static let usualOfX11 = Extent.part(of: [DisplayServer.x11, .mutter]) { $0 == .x11 }

  /// Whether Wayland programs copy and paste there.
  var isWayland: Bool { self == .wayland || self == .kwin || self == .ext }
  /// Whether it is GNOME's.
  var isMutter: Bool { self == .mutter || self == .mutterX }
}

/// A private bus with dragd, and a display with dragclip.
final class ClipboardSession {
  let fixture: Fixture
  let kind: DisplayServer
  let bus: PrivateBus
  /// The server of the display; nil on mutter.
  let displayServer: Program?
  /// Ends the display with SIGKILL.
  let killDisplay: () -> Void
  /// Nil on other displays.
  let mutter: Mutter?
  /// The variables by which programs find the display.
  let variables: [String: String]
  /// The X server of a Wayland compositor; nil unless it was asked for.
  let xDisplay: String?
  /// The variables by which dragclip finds the display.
  private let dragclipVariables: [String: String]
  /// What keeps a descriptor of dragclip's, as systemd does; nil on displays where dragclip has it keep none.
  private let manager: DescriptorStore?
  /// What dragclip is told beside the arguments of the test.
  private let dragclipArguments: [String]
  /// Nil while dragd is not to run.
  private(set) var dragd: Program?
  private(set) var dragclip: Program
  let connection: BrokerConnection

  /// - Parameters:
  ///   - startsServices: whether the bus starts dragd and dragclip again after they have ended.
  ///   - hasXServer: whether X11 programs run on sway and KWin too; on mutter they always do.
  static func run(
    _ kind: DisplayServer, _ arguments: [String] = [], hasBroker: Bool = true,
    startsServices: Bool = false, hasXServer: Bool = false,
    _ body: (ClipboardSession) throws -> Void
  ) throws {
    try Fixture.run { fixture in
      let session = try ClipboardSession(
        fixture, kind, arguments, hasBroker: hasBroker,
        startsServices: startsServices, hasXServer: hasXServer)
      try body(session)
      session.connection.bus.close()
    }
  }

  /// Runs a test that awaits.
  static func runAsync(
    _ kind: DisplayServer, _ body: (ClipboardSession) async throws -> Void
  ) async throws {
    try await Fixture.runAsync { fixture in
      let session = try ClipboardSession(
        fixture, kind, [], hasBroker: true, startsServices: false, hasXServer: false)
      try await body(session)
      session.connection.bus.close()
    }
  }

  private init(
    _ fixture: Fixture, _ kind: DisplayServer, _ arguments: [String], hasBroker: Bool,
    startsServices: Bool, hasXServer: Bool
  ) throws {
    self.fixture = fixture
    self.kind = kind
    bus = try fixture.bus(
      .dbusDaemon,
      services: !startsServices
        ? []
        : [
          PrivateBus.Service(BusName.broker, [Built.dragd]),
          PrivateBus.Service(BusName.clipboard, [Built.dragclip]),
        ])
    dragclipArguments = ["--verbose"] + (kind == .mutterX ? ["--display", "x11"] : [])
    switch kind {
    case .wayland:
      let sway = try Sway(fixture, size: (640, 480), hasXServer: hasXServer)
      mutter = nil
      xDisplay = sway.xDisplay
      displayServer = sway.process
      killDisplay = { sway.process.kill() }
      variables = ["WAYLAND_DISPLAY": sway.socket, "DISPLAY": ""]
      dragclipVariables = variables.merging(["DISPLAY": sway.xDisplay ?? ""]) { $1 }
    case .x11:
      let screen = try XServer(fixture, size: (640, 480))
      mutter = nil
      xDisplay = nil
      displayServer = screen.process
      killDisplay = { screen.process.kill() }
      variables = ["DISPLAY": screen.display, "WAYLAND_DISPLAY": ""]
      dragclipVariables = variables
    case .mutter, .mutterX:
      let mutter = try Mutter(fixture, on: bus)
      self.mutter = mutter
      xDisplay = nil
      displayServer = nil
      killDisplay = { mutter.kill() }
      variables = mutter.environment.merging(["WAYLAND_DISPLAY": ""]) { $1 }
      // As in a real session, dragclip has to choose between mutter and its X server.
      dragclipVariables = mutter.environment
    case .kwin:
      let kwin = try KWin(fixture, on: bus, hasXServer: hasXServer)
      mutter = nil
      xDisplay = kwin.xDisplay
      displayServer = kwin.process
      killDisplay = { kwin.kill() }
      variables = ["WAYLAND_DISPLAY": kwin.socket, "DISPLAY": ""]
      dragclipVariables = variables.merging(["DISPLAY": kwin.xDisplay ?? ""]) { $1 }
    case .ext:
      let stub = try DataControlStub(fixture)
      mutter = nil
      xDisplay = nil
      displayServer = stub.process
      killDisplay = { stub.process.kill() }
      variables = ["WAYLAND_DISPLAY": stub.socket, "DISPLAY": ""]
      dragclipVariables = variables
    case .memory:
      mutter = nil
      xDisplay = nil
      displayServer = nil
      killDisplay = {}
      variables = ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
      dragclipVariables = variables
    }
    manager = kind == .mutter ? try DescriptorStore(in: fixture.folder) : nil
    connection = BrokerConnection(try Connection.open(address: bus.address))
    if hasBroker { dragd = try fixture.start(Built.dragd, on: bus) }
    dragclip = try Self.start(
      dragclipArguments + arguments, fixture, bus, dragclipVariables, manager)
    if hasBroker { try waitForName(BusName.broker) }
    try waitForName(BusName.clipboard)
  }

  // MARK: Programs

  func startDragclip(_ arguments: [String] = []) throws -> Program {
    try Self.start(dragclipArguments + arguments, fixture, bus, dragclipVariables, manager)
  }

  private static func start(
    _ arguments: [String], _ fixture: Fixture, _ bus: PrivateBus, _ variables: [String: String],
    _ manager: DescriptorStore?
  ) throws -> Program {
    if let manager {
      return try manager.start(
        Built.dragclip, arguments, in: fixture, on: bus, environment: variables)
    }
    return try fixture.start(Built.dragclip, arguments, on: bus, environment: variables)
  }

  /// Starts another dragclip after the last one has ended.
  func restartDragclip(_ arguments: [String] = []) throws {
    dragclip = try startDragclip(arguments)
    try waitForName(BusName.clipboard)
  }

  /// The same for one that sees a small disk.
  func restartDragclip(_ arguments: [String], on disk: SmallDisk) throws {
    let (program, words) = disk.command(Built.dragclip, dragclipArguments + arguments)
    dragclip = try fixture.start(program, words, on: bus, environment: dragclipVariables)
    try waitForName(BusName.clipboard)
  }

  /// Kills dragclip and starts another.
  func replaceDragclip(_ arguments: [String] = []) throws {
    dragclip.kill()
    _ = try dragclip.wait()
    try restartDragclip(arguments)
  }

  func restartDragd() throws {
    dragd = try fixture.start(Built.dragd, on: bus)
    try waitForName(BusName.broker)
  }

  /// Ends dragclip and dragd; on a bus that starts services, the next call starts them.
  func endServices() throws {
    let variables = dragclipVariables.map { "\($0)=\($1)" }
    let told = try fixture.run("dbus-update-activation-environment", variables, on: bus)
    try #require(told.exit == .success, "\(told.error)")
    _ = try dragclip.terminate()
    _ = try dragd?.terminate()
  }

  func hasName(_ name: String) throws -> Bool {
    let call = try Message.call(
      to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
      member: "NameHasOwner")
    try call.write { writer throws(BusError) in try writer.append(name) }
    let reply = try connection.bus.callAndWait(call, timeout: 20_000)
    var reader = reply.read()
    return try reader.bool()
  }

  private func waitForName(_ name: String) throws {
    try eventually("\(name) is there; dragclip says: \(dragclip.standardError)") {
      try hasName(name)
    }
  }

  /// Starts a program that copies, and waits until it owns the clipboard: see Tests/ClipboardOwner.
  func copies(_ arguments: [String]) throws -> Program {
    let owner = try fixture.start(Built.clipboardOwner, arguments, environment: variables)
    try owner.waitForOutput("owned")
    return owner
  }

  /// The command of a program that pastes.
  func pasteCommand(_ target: String) -> [String] {
    switch kind {
    case .wayland, .kwin, .ext: ["wl-paste", "--no-newline", "--type", target]
    case .x11, .mutter, .mutterX: ["xclip", "-selection", "clipboard", "-o", "-t", target]
    case .memory: [Built.dragctl, "paste", "--type", target]
    }
  }

  func startPaste(_ target: String) throws -> Program {
    let command = pasteCommand(target)
    return try fixture.start(
      command[0], Array(command.dropFirst()), on: bus, environment: variables)
  }

  func paste(_ target: String) throws -> Program.Result { try startPaste(target).wait() }

  /// Whether programs get nothing. KWin does not tell that its clipboard is empty, and wl-paste waits for ever for
  /// that.
  func hasNothingToPaste(_ target: String) throws -> Bool {
    guard kind == .kwin else { return try paste(target).outputBytes.isEmpty }
    let paste = try startPaste(target)
    defer { paste.close() }
    return (try? paste.wait(within: .seconds(3)))?.outputBytes.isEmpty ?? true
  }

  /// The targets that programs see.
  func targets() throws -> [String] {
    let result =
      switch kind {
      case .wayland, .kwin, .ext:
        try fixture.run("wl-paste", ["--list-types"], environment: variables)
      case .x11, .mutter, .mutterX: try paste("TARGETS")
      case .memory: try fixture.run(Built.dragctl, ["paste", "--list-types"], on: bus)
      }
    return result.output.split(separator: "\n").map(String.init)
  }

  // MARK: Calls

  func current(read types: [MIMEType]? = nil) throws -> CurrentContent {
    try connection.perform(.currentClipboard(CurrentCall(read: types)), timeout: 20_000)
  }

  /// Waits until the content of the clipboard satisfies the condition, and returns it.
  @discardableResult
  func current(
    _ what: String, where isWanted: (CurrentContent) -> Bool
  ) throws -> CurrentContent {
    try eventually("\(what); dragclip says: \(dragclip.standardError)") {
      () throws -> CurrentContent? in
      do {
        let found = try current()
        return isWanted(found) ? found : nil
      } catch let error as RequestError {
        guard error.code == .broker(.noSuchOffer) else { throw error }
        return nil
      }
    }
  }

  func expectNothing() throws {
    do {
      let found = try current()
      Issue.record("\(found) is on the clipboard")
    } catch let error as RequestError {
      #expect(error.code == .broker(.noSuchOffer), "\(error)")
    }
  }

  /// Waits until the clipboard is empty, and checks that nothing comes back.
  func waitForNothing() throws {
    try eventually("nothing is on the clipboard") {
      do {
        _ = try current()
        return false
      } catch let error as RequestError {
        return error.code == .broker(.noSuchOffer)
      }
    }
    // dragclip restores content after a tenth of a second; the copy of another program comes later than that. It is a
    // secret, so that it joins no history.
    let last = try copies(["text/x-last=x y", "x-kde-passwordManagerHint=secret"])
    try current("another program has copied") { $0.targets.contains("text/x-last") }
    last.kill()
  }

  /// The serial of the present content, once the program has copied.
  func lastSerial() throws -> UInt64 { try current("the copy is there") { _ in true }.serial }

  func history() throws -> [HistoryEntry] {
    try connection.perform(.clipboardHistory(), timeout: 20_000)
  }

  /// Waits until the history has so many entries, and with them the last copy.
  func waitForHistory(_ count: Int) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    do {
      return try eventually {
        entries = try history()
        return entries.count == count ? entries : nil
      }
    } catch {
      throw HarnessFailure(
        "the history has not \(count) contents but \(entries); dragclip: \(dragclip.standardError)")
    }
  }

  func copy(_ offer: Identifier, cut: Bool = false, remember: Bool = false) throws {
    try connection.perform(
      .copyToClipboard(CopyCall(offer: offer, cut: cut, remember: remember)), timeout: 20_000)
  }

  /// The bytes of a type, as dragctl accepts them.
  func accept(_ offer: Identifier, _ type: String) throws -> [UInt8] {
    let result = try fixture.run(
      Built.dragctl, ["accept", "-t", type, "-o", "-", "\(offer)"], on: bus)
    try #require(result.exit == .success, "\(result.error)")
    return result.outputBytes
  }

  /// Withdraws an offer whose dragctl has ended, or is about to: until then it is the only one that may.
  func withdraw(_ offer: Identifier) throws {
    try eventually("offer \(offer) is withdrawn") {
      do {
        try connection.perform(.withdraw(offer), timeout: 20_000)
        return true
      } catch let error as RequestError {
        guard error.code == .broker(.accessDenied) else { throw error }
        return false
      }
    }
  }

  /// Offers with dragctl, which stays if the offer needs it.
  func offer(_ arguments: [String], input: Program.Input = .empty) throws -> Identifier {
    let program = try fixture.start(
      Built.dragctl, ["offer", "--private"] + arguments, on: bus, input: input)
    return try #require(Identifier(try program.firstLine()))
  }
}
