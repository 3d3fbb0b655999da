internal import CGtk

/// Awaits something that needs GLib's main loop, which these tests turn themselves: on their main actor there is no
/// GTK application.
@MainActor func turning<Value: Sendable>(_ work: @escaping @MainActor () async throws -> Value)
  async throws -> Value
{
  let task = Task { try await work() }
  var isOver = false
  let waiting = Task {
    _ = await task.result
    isOver = true
  }
  while !isOver {
    while g_main_context_iteration(nil, 0) != 0 {}
    try await Task.sleep(for: .milliseconds(1))
  }
  await waiting.value
  return try await task.value
}
