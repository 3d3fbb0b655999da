internal import Foundation

/// The geocache editor as a process of its own.
enum EditorProcess {
  static func start() {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--editor"]
    try? process.run()
  }
}
