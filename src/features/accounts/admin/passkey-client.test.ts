import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signInWithPasskey } from './passkey-client.ts'

beforeEach(() => {
  vi.stubGlobal('location', { hostname: '127.0.0.1' })
  vi.stubGlobal('fetch', async () => Response.json({ challenge: 'AAAA', rpId: '127.0.0.1' }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function stubCredentials(error: DOMException): void {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', { credentials: { get: () => Promise.reject(error) } })
}

describe('a passkey that cannot be used', () => {
  it.each([
    ['NotAllowedError', /the request was cancelled or timed out/],
    ['AbortError', /the request was cancelled or timed out/],
    ['SecurityError', /^Passkeys cannot be used in this browser, or at this address/],
  ])('has the reason of %s', async (name, message) => {
    stubCredentials(new DOMException('', name))
    expect(await signInWithPasskey()).toMatchObject({
      kind: 'rejected',
      message: expect.stringMatching(message),
    })
  })

  it('is explained in browsers without passkeys', async () => {
    expect(await signInWithPasskey()).toMatchObject({
      message: expect.stringContaining('cannot be used in this browser'),
    })
  })
})
