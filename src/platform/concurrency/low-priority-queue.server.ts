/**
 * Runs one request at a time, after those for cached pages. Queues one per connection, so that pipelined requests
 * cannot fill the memory.
 */
export function createLowPriorityQueue(): (connection: object, run: () => void) => void {
  const waiting: { connection: object; run: () => void }[] = []
  const waitingFor = new Set<object>()

  function runFirst(): void {
    const first = waiting.shift()
    if (waiting.length > 0) setImmediate(runFirst)
    if (!first) return
    waitingFor.delete(first.connection)
    first.run()
  }

  return (connection, run) => {
    if (waitingFor.has(connection)) return run()
    waitingFor.add(connection)
    if (waiting.push({ connection, run }) === 1) setImmediate(runFirst)
  }
}
