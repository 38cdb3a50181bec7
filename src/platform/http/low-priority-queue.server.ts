/**
 * Lets what nobody waits for come after what readers wait for: it runs once all requests that have come were read, and those
 * for stored pages answered; one at a time, after which what came meanwhile is read. Of each connection one waits at most:
 * whoever sends many at once, without waiting for answers, would fill the memory and keep all others waiting.
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
