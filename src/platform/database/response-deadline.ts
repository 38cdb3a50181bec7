const STEPS = 10

export class NoResponseError extends Error {
  override name = 'NoResponseError'
}

/**
 * Extends the deadline while the event loop is blocked, because the response may have arrived unread. Starts over when
 * `countOtherResponses`, which counts responses to other requests, has increased.
 *
 * @param ms the deadline
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
