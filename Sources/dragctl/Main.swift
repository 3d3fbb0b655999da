internal import CommandLineArguments
internal import DragSystem

@main
enum Main {
  static func main() {
    Shell.run(ProgramArguments.all.dropFirst().map { Argument($0) })
  }
}
