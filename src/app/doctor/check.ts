import { StartupError } from '#platform/errors/startup-error.ts'

export type CheckStatus = 'ok' | 'warning' | 'failed'

/** `fix` is missing if the status is `ok` or the message contains it. */
export type CheckResult = { name: string; status: CheckStatus; message: string; fix?: string }

/** @throws when the check itself fails */
export type Check = { name: string; fix: string; run(signal: AbortSignal): Promise<Finding | Finding[]> }

type Finding = Omit<CheckResult, 'name'>

export const ok = (message: string): Finding => ({ status: 'ok', message })
export const warn = (message: string, fix: string): Finding => ({ status: 'warning', message, fix })
export const fail = (message: string, fix: string): Finding => ({ status: 'failed', message, fix })

const CHECK_TIMEOUT_MS = 15_000

/** @param fix for errors that do not say how to fix them, as `StartupError` does */
export function describeError(error: Error, fix: string): Finding {
  if (error instanceof StartupError) return { status: 'failed', message: error.message }
  return fail(error.message.split('\n', 1)[0] ?? '', fix)
}

/** Errors and timeouts count as failed, with the check's `fix` unless their message contains one. */
export async function runChecks(
  checks: readonly Check[],
  timeoutMs: number = CHECK_TIMEOUT_MS,
): Promise<CheckResult[]> {
  const results = await Promise.all(
    checks.map(async ({ name, fix, run }) => {
      const signal = AbortSignal.timeout(timeoutMs)
      const timedOut = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error(`no response within ${timeoutMs / 1_000} s`)))
      })
      const findings = await Promise.race([run(signal), timedOut]).catch((error: Error) =>
        describeError(error, fix),
      )
      return [findings].flat().map((finding) => ({ name, ...finding }))
    }),
  )
  return results.flat()
}
