import { failureWithoutResponse } from '#platform/http/fetch-from-server.ts'
import type { AuthResult } from './auth-client.ts'

/** Loads the passkey code. Never rejects. */
export async function withPasskeys(
  use: (passkeys: typeof import('./passkey-client.ts')) => Promise<AuthResult<object>>,
): Promise<AuthResult<object>> {
  try {
    return await use(await import('./passkey-client.ts'))
  } catch (cause) {
    return { kind: 'failed', error: failureWithoutResponse(cause) }
  }
}
