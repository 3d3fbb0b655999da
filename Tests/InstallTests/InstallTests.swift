import Harness
import Testing

@Suite struct InstallTests {
  @Test func `everything goes where the system looks for it`() throws {
    try Fixture.run { fixture in
      let installed = try Installation(fixture, prefix: "/usr", binaries: Built.folder)
      let files = try installed.files(fixture)
      for expected in [
        "/usr/bin/dragd", "/usr/bin/dragctl", "/usr/lib/systemd/user/dragd.service",
        "/usr/share/dbus-1/services/org.dragd.Broker1.service",
        "/usr/share/dbus-1/interfaces/org.dragd.Broker1.xml", "/usr/bin/dragclip",
        "/usr/lib/systemd/user/dragclip.service",
        "/usr/share/dbus-1/services/org.dragd.Clipboard1.service",
        "/usr/share/dbus-1/interfaces/org.dragd.Clipboard1.xml",
        "/usr/share/man/man1/dragclip.1",
        "/usr/share/dbus-1/interfaces/org.dragd.Source1.xml",
        "/usr/share/locale/de/LC_MESSAGES/dragd.mo",
        "/usr/share/mime/packages/org.dragd.geocache.xml", "/usr/share/man/man1/dragctl.1",
        "/usr/share/man/man8/dragd.8", "/usr/share/bash-completion/completions/dragctl",
        "/usr/share/zsh/site-functions/_dragctl",
        "/usr/share/fish/vendor_completions.d/dragctl.fish",
        "/usr/lib/python3/dist-packages/dragd/__init__.py",
        "/usr/lib/python3/dist-packages/dragd/py.typed",
      ] {
        #expect(files.contains(expected), "\(expected) is not among \(files)")
      }
      let activation = try installed.text(
        fixture, "/usr/share/dbus-1/services/org.dragd.Broker1.service")
      #expect(activation.contains("\nExec=/usr/bin/dragd\n"))
      #expect(activation.contains("\nSystemdService=dragd.service\n"))
      let completion = "/usr/share/bash-completion/completions/dragctl"
      #expect(try installed.text(fixture, completion).contains("complete -F _dragctl"))
    }
  }

  @Test func `a person's own folder gets units where that person's manager looks`() throws {
    try Fixture.run { fixture in
      let home = "/srv/person"
      let installed = try Installation(
        fixture, prefix: "\(home)/.local", home: home, binaries: Built.folder)
      let unit = "\(home)/.local/share/systemd/user/dragd.service"
      #expect(try installed.files(fixture).contains(unit))
      #expect(try installed.text(fixture, unit).contains("\nExecStart=\(home)/.local/bin/dragd\n"))
    }
  }

  @Test(arguments: ["/usr/local", "/srv/person/.local"])
  func `uninstall removes what install has put there`(prefix: String) throws {
    try Fixture.run { fixture in
      let installed = try Installation(
        fixture, prefix: prefix, home: "/srv/person", binaries: Built.folder)
      try fixture.folder.write("destination\(prefix)/share/dbus-1/services/other", text: "kept")
      #expect(try installed.files(fixture).count > 8)
      try installed.uninstall(fixture, home: "/srv/person")
      #expect(try installed.files(fixture) == ["\(prefix)/share/dbus-1/services/other"])
    }
  }

  @Test(arguments: [("bash", "dragctl.bash"), ("zsh", "_dragctl"), ("fish", "dragctl.fish")])
  func `the completions that are installed are those that dragctl prints`(
    shell: String, file: String
  ) throws {
    try Fixture.run { fixture in
      let printed = try fixture.run(Built.dragctl, ["completion", shell])
      #expect(printed.exit == .success)
      let kept = "\(Built.packageRoot)/Sources/dragctl/Completions/\(file)"
      #expect(try fixture.run("cat", [kept]).output == printed.output)
    }
  }

  @Test func `no installed text has a place left to fill in`() throws {
    try Fixture.run { fixture in
      let installed = try Installation(fixture, prefix: "/opt/dragd", binaries: Built.folder)
      let left = try fixture.run("grep", ["-rlI", "@[a-z][a-z]*@", installed.destination])
      #expect(left.output == "")
    }
  }
}

@Suite struct GeocacheTypeTests {
  private func type(of name: String, _ content: String) throws -> String {
    try Fixture.run { fixture in
      let installed = try Installation(
        fixture, prefix: fixture.folder.path("data"), binaries: Built.folder)
      let data = installed.destination + installed.prefix
      let environment = ["XDG_DATA_HOME": "\(data)/share"]
      let database = try fixture.run(
        "update-mime-database", ["\(data)/share/mime"], environment: environment)
      #expect(database.exit == .success)
      #expect(database.error == "")
      let file = try fixture.folder.write(name, text: content)
      let information = try fixture.run(
        "gio", ["info", "--attributes=standard::content-type", file],
        environment: environment)
      return information.output.split(separator: "\n").last
        .flatMap { $0.split(separator: " ").last.map(String.init) } ?? information.error
    }
  }

  @Test func `a file is known as a geocache by its name`() throws {
    #expect(try type(of: "lighthouse.geocache", "{}") == "application/x-geocache")
  }

  @Test func `a file is known as a geocache by its content`() throws {
    let content = #"{ "name": "Lighthouse", "summary": "", "latitude": 54.1, "longitude": 12.1 }"#
    #expect(try type(of: "nameless", content) == "application/x-geocache")
  }

  @Test func `other JSON with a latitude is no geocache`() throws {
    let content = #"{"latitude": 54.1, "longitude": 12.1, "temperature": 11}"#
    #expect(try type(of: "weather.json", content) == "application/json")
    #expect(try type(of: "nameless", content) != "application/x-geocache")
  }
}
