const STEPS = 10

export class NoResponseError extends Error {
  override name = 'NoResponseError'
}

/**
 * Rejects after `ms`. The deadline is extended while the event loop is blocked, since the response may have arrived
 * unread, and restarted when `countOtherResponses` (to other requests) has increased.
 */
export async function beforeDeadline<T>(
  response: Promise<T>,
  ms: number,
  countOtherResponses = () => 0,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    let count = countOtherResponses()
    let steps = 0
    timer = setInterval(() => {
      const current = countOtherResponses()
      steps = current === count ? steps + 1 : 0
      count = current
      if (steps === STEPS) reject(new NoResponseError(`No response within ${ms} ms`))
    }, ms / STEPS).unref()
  })
  try {
    return await Promise.race([response, late])
  } finally {
    clearInterval(timer)
  }
}
