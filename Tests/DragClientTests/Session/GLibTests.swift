import CGIO
import DragClient
import Foundation
import Harness
import Testing

/// A client in a program whose main loop is GLib's.
@Suite struct GLibTests {
  @Test func glibsLoopTurnsIt() async throws {
    try await World.run { world in
      let address = world.bus.address
      let stop = Box(false)
      defer { stop.update { $0 = true } }
      let client: DragClient = try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          do throws(DragError) {
            let polled = try PolledDragClient(to: .address(address))
            continuation.resume(returning: polled.client)
            turn(polled) { stop.value }
          } catch {
            continuation.resume(throwing: error)
          }
        }
      }
      let offering = try await client.offer([
        ItemProvider(lazy: "a/b") { try await $0.write([UInt8](repeating: 1, count: 3_000_000)) }
      ])
      let item = try await client.offered(at: offering.path).firstItem()
      #expect(try await item.bytes().count == 3_000_000)
    }
  }

  private func turn(_ polled: PolledDragClient, until isOver: () -> Bool) {
    let context = g_main_context_new()
    defer { g_main_context_unref(context) }
    let channel = g_io_channel_unix_new(polled.descriptor)
    let source = g_io_create_watch(channel, G_IO_IN)
    let function: GIOFunc = { _, _, polled in
      Unmanaged<PolledDragClient>.fromOpaque(polled!).takeUnretainedValue().process()
      return 1
    }
    g_source_set_callback(
      source, unsafeBitCast(function, to: GSourceFunc.self),
      Unmanaged.passUnretained(polled).toOpaque(), nil)
    g_source_attach(source, context)
    // Now and then it looks whether the test is over.
    let ticks = g_timeout_source_new(50)
    g_source_set_callback(ticks, { _ in 1 }, nil, nil)
    g_source_attach(ticks, context)
    while !isOver() { g_main_context_iteration(context, 1) }
    for one in [source, ticks] {
      g_source_destroy(one)
      g_source_unref(one)
    }
    g_io_channel_unref(channel)
  }
}
