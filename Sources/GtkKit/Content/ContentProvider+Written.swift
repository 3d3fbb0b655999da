internal import CGtk

extension ContentProvider {
  /// Calls the body each time that one of the representations has been written to its end, with its type.
  package func onWritten(_ body: @escaping @MainActor (String) -> Void) {
    let told = Self.representations(pointer).map { one in
      ContentRepresentation(one.type) { writer in
        try await one.write(writer)
        body(one.type)
      }
    }
    pointer.attach(told, as: Self.name)
  }
}
