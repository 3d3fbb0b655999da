internal import CGtk

/// One representation of dragged or copied content, produced when a program asks for its type.
package struct ContentRepresentation {
  /// Its MIME type.
  package let type: String
  let write: @MainActor (ContentWriter) async throws -> Void

  /// - Parameter write: writes the whole content at each request; it is cancelled when the reader stops.
  package init(_ type: String, write: @escaping @MainActor (ContentWriter) async throws -> Void) {
    self.type = type
    self.write = write
  }
}

/// The content of a drag or the clipboard: a GdkContentProvider that makes it on request.
package final class ContentProvider: Object {
  /// - Parameters:
  ///   - representations: from the highest fidelity to the lowest.
  ///   - isForDrag: offers text only under the type that names its charset. Chromium prefers the bare type in a drop,
  ///     and reads it as Latin-1.
  package init(_ representations: [ContentRepresentation], forDrag isForDrag: Bool = false) {
    super.init(adopting: nonNull(g_object_new_with_properties(Self.type, 0, nil, nil)).raw)
    pointer.attach(
      isForDrag ? representations : Self.withBareText(representations), as: Self.name)
  }

  /// Many programs request text by its bare type, which is UTF-8 too on today's desktops.
  private static func withBareText(
    _ representations: [ContentRepresentation]
  ) -> [ContentRepresentation] {
    let types = representations.map(\.type)
    guard !types.contains("text/plain"),
      let index = types.firstIndex(of: "text/plain;charset=utf-8")
    else { return representations }
    var all = representations
    all.insert(ContentRepresentation("text/plain", write: all[index].write), at: index + 1)
    return all
  }

  static let name = "representations"

  static func representations(_ provider: some Pointer) -> [ContentRepresentation] {
    provider.attached(name) ?? []
  }

  /// A subclass of GdkContentProvider, registered once.
  private static let type: GType = {
    var parent = GTypeQuery()
    g_type_query(gdk_content_provider_get_type(), &parent)
    return g_type_register_static_simple(
      gdk_content_provider_get_type(), "DragdContentProvider", parent.class_size,
      { instance, _ in
        guard let instance else { return }
        let methods = instance.assumingMemoryBound(to: GdkContentProviderClass.self)
        methods.pointee.ref_formats = { provider in
          let builder = gdk_content_formats_builder_new()
          if let provider {
            for one in ContentProvider.representations(provider) {
              gdk_content_formats_builder_add_mime_type(builder, one.type)
            }
          }
          return gdk_content_formats_builder_free_to_formats(builder)
        }
        methods.pointee.write_mime_type_async = {
          provider, type, stream, priority, cancellable, callback, data in
          guard let provider, let type, let stream,
            let task = g_task_new(provider, cancellable, callback, data)
          else { return }
          ContentProvider.produce(
            String(cString: type), of: provider, into: Object(borrowing: stream), priority,
            cancellable,
            Object(adopting: task.raw))
        }
        methods.pointee.write_mime_type_finish = { _, result, error in
          guard let result else { return 0 }
          return g_task_propagate_boolean(result, error)
        }
      }, parent.instance_size, nil, GTypeFlags(rawValue: 0))
  }()

  private static func produce(
    _ type: String, of provider: some Pointer, into stream: Object, _ priority: Int32,
    _ outer: UnsafeMutablePointer<GCancellable>?, _ task: Object
  ) {
    guard let one = representations(provider).first(where: { $0.type == type }) else {
      fail(task, "\(type) is not on offer")
      return
    }
    let cancellable = Cancellable()
    let work = Task {
      do {
        try await one.write(ContentWriter(stream, cancellable, priority: priority))
        g_task_return_boolean(task.opaque, 1)
      } catch {
        fail(task, "\(error)")
      }
    }
    guard let outer else { return }
    let box = Unmanaged.passRetained(Cancellation(work, cancellable)).toOpaque()
    _ = g_cancellable_connect(
      outer,
      unsafeBitCast(Cancellation.cancelled, to: GCallback.self), box,
      { data in
        guard let data else { return }
        Unmanaged<Cancellation>.fromOpaque(data).release()
      })
  }

  private static func fail(_ task: Object, _ message: String) {
    g_task_return_error(
      task.opaque,
      g_error_new_literal(g_io_error_quark(), Int32(G_IO_ERROR_FAILED.rawValue), message))
  }
}

/// Stops the writing when GTK cancels it, which may happen on any thread.
private final class Cancellation: Sendable {
  private let work: Task<Void, Never>
  private let cancellable: Cancellable

  init(_ work: Task<Void, Never>, _ cancellable: Cancellable) {
    self.work = work
    self.cancellable = cancellable
  }

  nonisolated func cancel() {
    work.cancel()
    cancellable.cancel()
  }

  static let cancelled: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
    guard let data else { return }
    Unmanaged<Cancellation>.fromOpaque(data).takeUnretainedValue().cancel()
  }
}

extension ContentProvider {
  /// Calls the body whenever a representation was written, with its type and whether it was written completely.
  package func onWritten(_ body: @escaping @MainActor (_ type: String, _ isWhole: Bool) -> Void) {
    let observed = Self.representations(pointer).map { one in
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
    pointer.attach(observed, as: Self.name)
  }
}
