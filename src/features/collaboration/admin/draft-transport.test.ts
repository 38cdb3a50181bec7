import { afterEach, expect, it, vi } from 'vitest'
import type { StoredBatch } from '#ui/admin/stored-documents.ts'
import { tooManyChanges } from '../rules/step-limits.ts'
import type { ReadDocument } from '../server/read-document.server.ts'
import { createDraftTransport, type DraftTransport } from './draft-transport.ts'

afterEach(() => vi.unstubAllGlobals())

const batchOf = (text: string): StoredBatch => ({
  client: 'client-of-ada',
  batch: 1,
  base: 0,
  seen: 0,
  steps: [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'text', text }] } }],
})

function createTransport() {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => Response.json({ kind: 'gone' }))
  vi.stubGlobal('fetch', fetch)
  return { fetch, append: createDraftTransport('draft', 'ada').append }
}

it.each([
  ['Latin', 'e', 50_000, true],
  ['Chinese', '字', 15_000, true],
  ['much Chinese', '字', 25_000, false],
])(
  'lets a batch with %s text outlive the page only if browsers allow its size',
  async (_, character, length, isKept) => {
    const { fetch, append } = createTransport()
    expect(await append(batchOf(character.repeat(length)))).toEqual({ kind: 'gone' })
    expect(fetch.mock.calls[0]?.[1].keepalive).toBe(isKept)
  },
)

it('sends no batch that the server would find too large', async () => {
  const { fetch, append } = createTransport()
  expect(await append(batchOf('字'.repeat(400_000)))).toEqual({
    kind: 'refused',
    reasons: [tooManyChanges()],
  })
  expect(fetch).not.toHaveBeenCalled()
})

it('reads a requested document once, unless edits are sent before', async () => {
  createTransport()
  const document: ReadDocument = { kind: 'document', version: 3, document: { type: 'doc' } }
  const open = () => createDraftTransport('draft', 'ada', Promise.resolve(document))
  const readAgain = (transport: DraftTransport) => transport.read().catch(() => 'another request')
  const reading = open()
  expect(await reading.read()).toBe(document)
  expect(await readAgain(reading)).not.toBe(document)
  const sending = open()
  await sending.append(batchOf('e'))
  expect(await readAgain(sending)).not.toBe(document)
})
