import { beforeEach, expect, it, vi } from 'vitest'
import type { ReadDocument } from '../server/read-document.server.ts'
import { requestDocument, takeRequestedDocument } from './requested-document.ts'

const readDocument = vi.hoisted(() => vi.fn<() => Promise<ReadDocument>>())
vi.mock('../collaboration.functions.ts', () => ({ readDocumentFn: readDocument }))

const documentAt = (version: number): ReadDocument => ({
  kind: 'document',
  version,
  document: { type: 'doc' },
})

beforeEach(() => {
  readDocument.mockReset()
  takeRequestedDocument('tea')
})

it('returns the document of the article that was requested last, once', async () => {
  readDocument.mockResolvedValueOnce(documentAt(1)).mockResolvedValueOnce(documentAt(2))
  requestDocument('cake')
  requestDocument('tea')
  expect(takeRequestedDocument('cake')).toBeUndefined()
  expect(await takeRequestedDocument('tea')).toEqual(documentAt(2))
  expect(takeRequestedDocument('tea')).toBeUndefined()
})

it('forgets a request that failed, so that the editor tries again', async () => {
  readDocument.mockRejectedValueOnce(new Error('The server is restarting'))
  requestDocument('tea')
  await readDocument.mock.results[0]?.value.catch(() => {})
  expect(takeRequestedDocument('tea')).toBeUndefined()
})

it('forgets a document after a while', () => {
  readDocument.mockResolvedValueOnce(documentAt(1))
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  requestDocument('tea')
  now.mockReturnValue(10_000)
  expect(takeRequestedDocument('tea')).toBeUndefined()
  now.mockRestore()
})
