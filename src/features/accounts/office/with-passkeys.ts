import { RequestFailure } from '#kernel/request-failure.ts'
import type { AuthResult } from './auth-client.ts'

/** Loads the passkey code. Never rejects. */
export async function withPasskeys(
  use: (passkeys: typeof import('./passkey-client.ts')) => Promise<AuthResult<object>>,
): Promise<AuthResult<object>> {
  try {
    return await use(await import('./passkey-client.ts'))
  } catch (cause) {
    return { kind: 'failed', error: RequestFailure.withoutResponse(cause) }
  }
}
