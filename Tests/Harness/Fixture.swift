/// What one test has set up. The fixture takes everything down last in, first out, also when the test throws.
///
///     try Fixture.run { fixture in
///       let bus = try fixture.bus(.dbusBroker)
///       let daemon = try fixture.start(Built.dragd, on: bus)
///     }
package final class Fixture {
  private var endings: [() -> Void] = []

  /// A folder that only this test uses.
  package let folder: TemporaryFolder

  private init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    endings.append { folder.remove() }
    for name in ["home", "cache", "config", "data", "state"] { try folder.makeFolder(name) }
    try folder.makeFolder("runtime")
  }

  package static func run<R>(_ body: (Fixture) throws -> R) throws -> R {
    let fixture = try Fixture()
    defer { fixture.end() }
    return try body(fixture)
  }

  /// Runs a test that awaits.
  package static func runAsync<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: (Fixture) async throws -> R
  ) async throws -> R {
    let fixture = try Fixture()
    defer { fixture.end() }
    return try await body(fixture)
  }

  /// Registers work for the end of the test, before the fixture takes down what was set up earlier.
  package func atEnd(_ work: @escaping () -> Void) {
    endings.append(work)
  }

  private func end() {
    while let ending = endings.popLast() { ending() }
  }

  /// HOME and the XDG base directories (XDG Base Directory Specification), all inside `folder`.
  package var environment: [String: String] {
    [
      "HOME": folder.path("home"), "XDG_CACHE_HOME": folder.path("cache"),
      "XDG_CONFIG_HOME": folder.path("config"), "XDG_DATA_HOME": folder.path("data"),
      "XDG_STATE_HOME": folder.path("state"), "XDG_RUNTIME_DIR": folder.path("runtime"),
      "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
    ]
  }

  /// Makes a locale, and returns the variables by which programs use it: GTK 4.18 takes the direction of its layout
  /// from it, and glibc 2.41 translates nothing in `C.UTF-8`.
  ///
  /// - Parameter name: as `de_DE`, of those in /usr/share/i18n/locales.
  package func locale(_ name: String) throws -> [String: String] {
    let folder = try self.folder.makeFolder("locales")
    let made = try run(
      "/usr/bin/localedef", ["-i", name, "-f", "UTF-8", "\(folder)/\(name).UTF-8"])
    guard made.exit == .success else { throw HarnessFailure("localedef: \(made.error)") }
    return [
      "LOCPATH": folder, "LC_ALL": "\(name).UTF-8", "LANGUAGE": String(name.prefix { $0 != "_" }),
    ]
  }

  /// Starts a session bus. The programs that it activates get `environment`.
  package func bus(
    _ kind: PrivateBus.Kind, services: [PrivateBus.Service] = []
  ) throws -> PrivateBus {
    let bus = try PrivateBus(kind, services: services, environment: environment)
    atEnd { bus.close() }
    return bus
  }

  /// Mounts a file system whose operations hang: see `HangingFileSystem`.
  package func hangingFileSystem(
    size: Int = 1_000_000, hanging: Set<HangingFileSystem.Operation> = []
  ) throws -> HangingFileSystem {
    let fileSystem = try HangingFileSystem(size: size, hanging: hanging)
    atEnd { fileSystem.close() }
    return fileSystem
  }

  /// Starts a program that ends with the test. `bus` becomes its session bus.
  package func start(
    _ executable: String, _ arguments: [String] = [], on bus: PrivateBus? = nil,
    environment: [String: String] = [:], input: Program.Input = .empty,
    output: Program.Output = .pipes, workingFolder: String? = nil, descriptors: [Int32] = []
  ) throws -> Program {
    let program = try Program(
      executable, arguments, environment: variables(on: bus, environment), input: input,
      output: output, workingFolder: workingFolder ?? folder.path, descriptors: descriptors)
    atEnd { program.close() }
    return program
  }

  /// Starts a Python script in a warm interpreter, which has loaded what it imports.
  package func startWarm(
    _ script: String, _ arguments: [String] = [], on bus: PrivateBus? = nil,
    environment: [String: String] = [:], input: Program.Input = .empty
  ) throws -> Program {
    let program = try Program(
      script, arguments, environment: variables(on: bus, environment), input: input,
      workingFolder: folder.path, isWarm: true)
    atEnd { program.close() }
    return program
  }

  /// Runs a program to its end.
  package func run(
    _ executable: String, _ arguments: [String] = [], on bus: PrivateBus? = nil,
    environment: [String: String] = [:], input: Program.Input = .empty,
    output: Program.Output = .pipes, workingFolder: String? = nil, descriptors: [Int32] = [],
    within limit: Duration = Timeout.usual
  ) throws -> Program.Result {
    let program = try start(
      executable, arguments, on: bus, environment: environment, input: input, output: output,
      workingFolder: workingFolder, descriptors: descriptors)
    defer { program.close() }
    return try program.wait(within: limit)
  }

  private func variables(on bus: PrivateBus?, _ more: [String: String]) -> [String: String] {
    var variables = environment
    if let bus { variables["DBUS_SESSION_BUS_ADDRESS"] = bus.address }
    return variables.merging(more) { $1 }
  }
}
