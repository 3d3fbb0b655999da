internal import CGtk

extension ContentProvider {
  /// Calls the body each time that one of the representations has been written, with its type and whether to its end.
  package func onWritten(_ body: @escaping @MainActor (_ type: String, _ isWhole: Bool) -> Void) {
    let told = Self.representations(pointer).map { one in
      ContentRepresentation(one.type) { writer in
        do {
          try await one.write(writer)
        } catch {
          body(one.type, false)
          throw error
        }
        body(one.type, true)
      }
    }
    pointer.attach(told, as: Self.name)
  }
}
