/**
 * Lets what nobody waits for come after what readers wait for: it runs once all requests that have come were read, and those
 * for stored pages answered; one at a time, after which what came meanwhile is read. What waits is never more than there
 * are connections.
 */
export function createAfterPages(): (run: () => void) => void {
  const waiting: (() => void)[] = []

  function runFirst(): void {
    const first = waiting.shift()
    if (waiting.length > 0) setImmediate(runFirst)
    first?.()
  }

  return (run) => {
    if (waiting.push(run) === 1) setImmediate(runFirst)
  }
}
