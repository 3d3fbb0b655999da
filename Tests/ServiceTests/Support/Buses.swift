import Harness

/// Both implementations: for tests about descriptors, names or quotas, of which each bus keeps its own account.
let everyBus = Extent.part(of: PrivateBus.Kind.allCases) { _ in true }

/// One of both, for tests of what dragd answers by itself; with `make test-all` both. The file decides which one.
func eitherBus(_ file: String = #fileID) -> [PrivateBus.Kind] {
  buses(file.utf8.reduce(0) { $0 &+ Int($1) })
}

/// The same with other arguments, whose elements alternate between the buses.
func eitherBus<Argument>(with arguments: some Collection<Argument>) -> [(PrivateBus.Kind, Argument)]
{
  arguments.enumerated().flatMap { number, argument in buses(number).map { ($0, argument) } }
}

private func buses(_ number: Int) -> [PrivateBus.Kind] {
  let all = PrivateBus.Kind.allCases
  return Extent.part(of: all) { $0 == all[number % all.count] }
}
