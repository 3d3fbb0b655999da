import Foundation
import Harness
import Testing

/// A package outside of this one that uses the library, as the README says.
@Suite struct DependencyTests {
  enum Reference: String, CaseIterable {
    case version, branch, path

    /// Each builds the library, which takes a minute of two processors.
    static var tried: [Reference] {
      switch Extent.current {
      case .usual: []
      case .rest: [.branch]
      case .full: allCases
      }
    }

    func dependency(_ package: String) -> String {
      switch self {
      case .version: ".package(url: \"file://\(package)\", from: \"1.0.0\")"
      case .branch: ".package(url: \"file://\(package)\", branch: \"main\")"
      case .path: ".package(path: \"\(package)\")"
      }
    }
  }

  private static func git(_ arguments: String..., in folder: String) throws {
    let result = try Program.run(
      "/usr/bin/git",
      ["-C", folder, "-c", "user.name=x", "-c", "user.email=x@localhost"] + arguments,
      within: Timeout.usual * 4)
    guard result.exit == .success else { throw HarnessFailure(result.error) }
  }

  /// The package as it is here, as a repository of its own with a version.
  private static func repository(_ folder: TemporaryFolder) throws -> String {
    let copy = try folder.makeFolder("dragd")
    for name in ["Package.swift", "Sources", "Tests"] {
      try FileManager.default.copyItem(
        atPath: "\(Built.packageRoot)/\(name)", toPath: "\(copy)/\(name)")
    }
    try git("init", "--quiet", "--initial-branch", "main", in: copy)
    try git("add", "--all", in: copy)
    try git("commit", "--quiet", "--message", "The package", in: copy)
    try git("tag", "1.2.3", in: copy)
    return copy
  }

  /// Flags of GTK that no program builds with.
  private static func poison(_ folder: TemporaryFolder) throws -> String {
    let place = try folder.makeFolder("pkgconfig")
    for name in ["gtk4", "libadwaita-1", "gdk-pixbuf-2.0"] {
      try folder.write(
        "pkgconfig/\(name).pc",
        text: """
          Name: x
          Description: x
          Version: 99
          Cflags: -include /nowhere/poison.h
          Libs: -lpoison

          """)
    }
    return place
  }

  @Test(arguments: Reference.tried)
  func `a package elsewhere uses the library, and tests itself with it`(
    _ reference: Reference
  ) throws {
    try Fixture.run { fixture in
      let folder = fixture.folder
      let dragd = try Self.repository(folder)
      let program = try folder.makeFolder("inbox/Sources/Inbox")
      try FileManager.default.copyItem(
        atPath: "\(Built.packageRoot)/Tests/LanguagePrograms/Inbox/main.swift",
        toPath: "\(program)/main.swift")
      let example = "\(Built.packageRoot)/Tests/DragClientTestingTests/Example"
      _ = try folder.makeFolder("inbox/Tests")
      try FileManager.default.copyItem(
        atPath: example, toPath: folder.path("inbox/Tests/AlbumTests"))
      try folder.write(
        "inbox/Package.swift",
        text: """
          // swift-tools-version: 6.2
          import PackageDescription
          let package = Package(
            name: "inbox", dependencies: [\(reference.dependency(dragd))],
            targets: [
              .executableTarget(
                name: "Inbox", dependencies: [.product(name: "DragClient", package: "dragd")]),
              .testTarget(
                name: "AlbumTests",
                dependencies: [.product(name: "DragClientTesting", package: "dragd")]),
            ])

          """)
      let result = try Program.run(
        "/usr/bin/env",
        [
          "PKG_CONFIG_PATH=\(try Self.poison(folder))", "swift", "test", "--cache-path",
          try folder.makeFolder("cache"), "--package-path", folder.path("inbox"),
        ], within: .seconds(1800))
      #expect(result.exit == .success, "\(result.output)\(result.error)")
      // For a dependency by path SwiftPM reads the flags of every target, also of those that it does not build.
      if reference != .path { #expect(!(result.output + result.error).contains("poison")) }
      let built = folder.path("inbox/.build/debug/Inbox")
      #expect(FileManager.default.isExecutableFile(atPath: built))
    }
  }
}
