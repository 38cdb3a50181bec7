import { describe, expect, it, vi } from 'vitest'
import { log } from '#platform/log.server.ts'
import { respondToFailure } from './upload-handler.server.ts'

describe('a failed upload', () => {
  const respond = async (error: Error) => {
    const logger = { error: vi.spyOn(log(), 'error'), debug: vi.spyOn(log(), 'debug') }
    for (const method of Object.values(logger)) method.mockImplementation(() => {})
    const response = respondToFailure(error)
    const logged = [logger.error.mock.calls.length, logger.debug.mock.calls.length]
    vi.restoreAllMocks()
    return { status: response.status, ...(await response.json()), logged }
  }
  const error = (message: string, code: string) => Object.assign(new Error(message), { code })

  it.each(['ENOSPC', '53100'])('says that the disk is full (%s)', async (code) => {
    expect(await respond(error('no space left on device, write', code))).toEqual({
      status: 507,
      message: 'The image was not saved: the disk of the server is full. Please contact its operator.',
      logged: [1, 0],
    })
  })

  it('does not explain other errors', async () => {
    const failure = { status: 500, message: 'Failed to upload image', logged: [1, 0] }
    expect(await respond(error('permission denied', 'EACCES'))).toEqual(failure)
  })

  it.each([error('aborted', 'ECONNRESET'), new DOMException('This operation was aborted', 'AbortError')])(
    'is not logged as an error when the client disconnects (%s)',
    async (failure) => {
      expect(await respond(failure)).toMatchObject({ logged: [0, 1] })
    },
  )
})
