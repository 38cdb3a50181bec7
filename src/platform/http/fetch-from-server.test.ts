import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { fetchFromServer, fetchOwn } from './fetch-from-server.ts'
import { requestOwn } from './request-own.ts'

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => void vi.unstubAllGlobals())

const HTML = { 'content-type': 'text/html' }
const JSON_TYPE = { 'content-type': 'application/json' }

const send = (status: number, headers: Record<string, string>, body: string) => (response: ServerResponse) =>
  void response.writeHead(status, headers).end(body)

const RESPONSES = {
  "a proxy's error page": { send: send(502, HTML, '<h1>502 Bad Gateway</h1>'), kind: 'unavailable' },
  "a proxy's plain text": {
    send: send(503, { 'content-type': 'text/plain' }, 'upstream connect error'),
    kind: 'unavailable',
  },
  "a proxy's JSON": { send: send(502, JSON_TYPE, '{"message":"no healthy upstream"}'), kind: 'unavailable' },
  'a sign-in page of the network': {
    send: send(200, HTML, '<h1>Welcome to the Wi-Fi</h1>'),
    kind: 'unavailable',
  },
  'a response without a type': { send: send(200, {}, ''), kind: 'unavailable' },
  'a server function without its database': {
    send: send(503, { ...JSON_TYPE, 'x-tss-serialized': 'true' }, '{"t":1}'),
    kind: 'unavailable',
    message: 'The server is temporarily unavailable.',
  },
  'a function of an earlier release': { send: send(404, {}, 'Function not found.\n'), kind: 'outdated' },
  'a full disk': {
    send: send(507, { ...JSON_TYPE, 'x-disk-full': 'on' }, '{"message":"Nothing can be saved"}'),
    kind: 'disk-full',
    message: 'The disk of the server is full.',
  },
  'a closed site': {
    send: send(503, { 'content-type': 'text/plain', 'x-maintenance': 'on' }, 'The Herald is closed.\n'),
    kind: 'maintenance',
    message: 'The Herald is closed.\n',
  },
}

for (const [name, { send: respond, ...failure }] of Object.entries(RESPONSES)) {
  test(`${name} is a failed request`, async () => {
    await using server = await startLocalServer((_, response) => respond(response))
    await expect(fetchFromServer(`${server.origin}/_serverFn/1`)).rejects.toMatchObject(failure)
  })
}

test.each([
  ['a result', 200, { ...JSON_TYPE, 'x-tss-serialized': 'true' }, '{"t":1}'],
  ['an error', 500, { ...JSON_TYPE, 'x-tss-serialized': 'true' }, '{"t":1}'],
  ['a missing article', 404, JSON_TYPE, '{"isNotFound":true}'],
])('%s of a server function is passed on', async (_, status, headers, body) => {
  await using server = await startLocalServer((_, response) => send(status, headers, body)(response))
  const response = await fetchFromServer(`${server.origin}/_serverFn/1`)
  expect([response.status, await response.text()]).toEqual([status, body])
})

test('a closed connection is a failed request, whose cause is for the log', async () => {
  await using server = await startLocalServer((request) => void request.socket.destroy())
  const failure = await fetchOwn(server.origin).catch((error: Error) => error)
  expect(failure).toMatchObject({ kind: 'unreachable', cause: expect.any(TypeError) })
  vi.stubGlobal('navigator', { onLine: false })
  await expect(fetchOwn(server.origin)).rejects.toMatchObject({ kind: 'offline' })
})

test.each(['a full disk', 'a closed site'] as const)('%s is a failed request of any path', async (name) => {
  const { send: respond, ...failure } = RESPONSES[name]
  await using server = await startLocalServer((_, response) => respond(response))
  await expect(fetchOwn(server.origin)).rejects.toMatchObject(failure)
})

test.each([
  ["a proxy's error page", send(502, HTML, '<h1>502</h1>'), { kind: 'unavailable' }],
  ["a proxy's JSON", send(502, JSON_TYPE, '{"message":"no upstream"}'), { kind: 'unavailable' }],
  ['a sign-in page of the network', send(200, HTML, '<h1>Wi-Fi</h1>'), { kind: 'unavailable' }],
  ['a limit', send(429, JSON_TYPE, '{"message":"Wait."}'), { kind: 'busy', message: 'Wait.' }],
  ['a rejection', send(403, JSON_TYPE, '{"message":"Unauthorized"}'), { message: 'Unauthorized' }],
])('%s is not the response of an API path', async (_, respond, failure) => {
  await using server = await startLocalServer((_, response) => respond(response))
  await expect(requestOwn(server.origin)).rejects.toMatchObject(failure)
})

test('the response of an API path is passed on', async () => {
  await using server = await startLocalServer((_, response) =>
    send(200, { 'content-type': 'text/csv' }, 'Email\n')(response),
  )
  expect(await (await requestOwn(server.origin)).text()).toBe('Email\n')
})
