const INTERVAL_MS = 10_000

export type StorageMonitor = {
  /** Undefined while the storage responds. */
  readonly problem: string | undefined
  close(): void
}

/**
 * Checks the storage every ten seconds.
 *
 * @param request rejects while the storage cannot be used
 * @param onChange called with the problem when it begins or changes, and with undefined when it ends
 */
export function monitorStorage(
  request: () => Promise<unknown>,
  onChange: (problem: string | undefined) => void,
  intervalMs = INTERVAL_MS,
): StorageMonitor {
  let problem: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function check(): Promise<void> {
    const found = await request().then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (isClosed) return
    clearTimeout(timer)
    timer = setTimeout(check, intervalMs).unref()
    if (found === problem) return
    problem = found
    onChange(problem)
  }

  void check()
  return {
    get problem() {
      return problem
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
