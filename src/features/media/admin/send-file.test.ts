import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LibraryFile } from '../rules/library-file.ts'
import { sendFile } from './send-file.ts'

const SIZE = 5_000_000
const image = { id: 'a' } as LibraryFile

/** The server's data, and its answer to each request; by default it stores the part. */
let stored: number
let answers: (Response | Error | undefined)[]
const requests: [offset: number, bytes: number][] = []
const progress: [number, boolean][] = []

beforeEach(() => {
  stored = 0
  answers = []
  requests.length = 0
  progress.length = 0
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (address: string, { body }: { body: Blob }) => {
    const offset = Number(new URL(address, 'https://paper.example').searchParams.get('offset'))
    requests.push([offset, body.size])
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    if (answer) return answer
    if (offset > stored) return Response.json({ offset: stored }, { status: 409 })
    stored = offset + body.size
    return stored < SIZE
      ? Response.json({ offset: stored }, { status: 202 })
      : Response.json({ image, similar: [] }, { status: 201 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const file = (bytes = SIZE) => new File([new Uint8Array(bytes)], 'ferry.jpg')
const send = (bytes = SIZE, signal = new AbortController().signal) =>
  sendFile(file(bytes), {
    id: 'a',
    signal,
    onProgress: (sent, isWaiting) => progress.push([sent, isWaiting]),
    wait: async () => {},
  })

it('sends parts and reports the progress', async () => {
  expect(await send()).toEqual({ kind: 'sent', image, similar: [] })
  expect(requests).toEqual([
    [0, 2_000_000],
    [2_000_000, 2_000_000],
    [4_000_000, 1_000_000],
  ])
  expect(progress).toEqual([
    [0, false],
    [0.4, false],
    [0.8, false],
  ])
})

it.each([
  ['a lost connection', new TypeError('Failed to fetch')],
  ['an error page of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['an unavailable database', Response.json({ message: 'Accounts are unavailable' }, { status: 503 })],
])('sends the same part again after %s', async (_, answer) => {
  answers = [undefined, answer]
  expect(await send()).toMatchObject({ kind: 'sent' })
  expect(requests.map(([offset]) => offset)).toEqual([0, 2_000_000, 2_000_000, 4_000_000])
  expect(progress).toContainEqual([0.4, true])
})

it('continues where the server says', async () => {
  answers = [undefined, Response.json({ offset: 500_000 }, { status: 409 })]
  expect(await send()).toMatchObject({ kind: 'sent' })
  expect(requests.map(([offset]) => offset)).toEqual([0, 2_000_000, 500_000, 2_500_000, 4_500_000])
})

it('waits as long as the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  answers = Array.from({ length: 50 }, () => new TypeError('Failed to fetch'))
  expect(await send()).toMatchObject({ kind: 'sent' })
})

it('gives up after several attempts while online', async () => {
  answers = Array.from({ length: 50 }, () => new TypeError('Failed to fetch'))
  await expect(send()).rejects.toMatchObject({ kind: 'unreachable' })
  expect(requests).toHaveLength(8)
})

it('stops when it is cancelled', async () => {
  const controller = new AbortController()
  answers = [new TypeError('aborted')]
  controller.abort()
  await expect(send(SIZE, controller.signal)).rejects.toMatchObject({ kind: 'aborted' })
  expect(requests).toHaveLength(1)
})

it.each([
  [415, { message: 'The image is damaged.' }, 'The image is damaged.'],
  [401, { message: 'Please log in' }, 'You have been signed out. Sign in again in another tab, then retry.'],
  [500, {}, 'The file could not be uploaded.'],
])('says why the server refuses it (%s)', async (status, body, reason) => {
  answers = [Response.json(body, { status })]
  expect(await send()).toEqual({ kind: 'refused', reason })
})

it.each([
  [0, 'The file is empty.'],
  [50 * 1024 * 1024 + 1, 'The image is larger than 50 MB.'],
])('refuses a file of %s bytes without a request', async (bytes, reason) => {
  expect(await send(bytes)).toEqual({ kind: 'refused', reason })
  expect(requests).toEqual([])
})
