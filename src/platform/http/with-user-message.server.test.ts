import { notFound, redirect } from '@tanstack/react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { log } from '#platform/process/log.server.ts'
import { withUserMessage } from './with-user-message.server.ts'

const logged = vi.spyOn(log(), 'error').mockImplementation(() => {})
afterEach(() => logged.mockClear())

describe('withUserMessage', () => {
  it('returns the result of the work', async () => {
    expect(await withUserMessage('Failed', async () => 1)).toBe(1)
    expect(logged).not.toHaveBeenCalled()
  })

  it('throws the user message and logs the cause', async () => {
    const cause = new Error('Failed query: select secret from users', { cause: new Error('no such column') })
    const error = await withUserMessage('Failed to load page content', () => Promise.reject(cause)).catch(
      (thrown) => thrown,
    )
    expect(error).toEqual(new Error('Failed to load page content'))
    expect(error.cause).toBeUndefined()
    expect(logged).toHaveBeenCalledExactlyOnceWith({ err: cause }, 'Failed to load page content')
  })

  it.each([
    ['not found', notFound()],
    ['a redirect', redirect({ to: '/' })],
  ])('rethrows what the router handles: %s', async (_, thrown) => {
    await expect(withUserMessage('Failed', () => Promise.reject(thrown))).rejects.toBe(thrown)
    expect(logged).not.toHaveBeenCalled()
  })
})
