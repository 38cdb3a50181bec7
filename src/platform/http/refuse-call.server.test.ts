import { describe, expect, it } from 'vitest'
import { refuseCall } from './refuse-call.server.ts'

const SOUND = '{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":1,"s":"x"}]},"o":0},"f":127,"m":[]}'

const isKnown = async (id: string) => id === 'known'
const statusOf = async (path: string, init?: RequestInit) =>
  (await refuseCall(new Request(`http://localhost${path}`, init), isKnown))?.status
const get = (payload: string) => statusOf(`/_serverFn/known?payload=${encodeURIComponent(payload)}`)
const post = (body: string, contentType = 'application/json') =>
  statusOf('/_serverFn/known', { method: 'POST', body, headers: { 'content-type': contentType } })

describe('refuseCall', () => {
  it.each(['/', '/article/_serverFn/x', '/_serverFn', '/_serverFnx/y', '/_ServerFn/x'])(
    'leaves %s to others',
    async (path) => {
      expect(await statusOf(path)).toBeUndefined()
    },
  )

  it.each(['', '/', 'x', '__proto__', '../known', 'known%00', `${'f'.repeat(64)}`, '%E0%A4%A'])(
    'knows no function %j',
    async (id) => {
      expect(await statusOf(`/_serverFn/${id}`)).toBe(id === '../known' ? undefined : 404)
      expect(await statusOf(`/_serverFn/${id}`, { method: 'POST' })).toBe(id === '../known' ? undefined : 404)
    },
  )

  it('lets pass what a client of ours writes, and what has no arguments', async () => {
    expect(await statusOf('/_serverFn/known')).toBeUndefined()
    expect(await statusOf('/_serverFn/known?payload=')).toBeUndefined()
    expect(await statusOf('/_serverFn/known', { method: 'POST' })).toBeUndefined()
    expect(await get(SOUND)).toBeUndefined()
    expect(await post(SOUND)).toBeUndefined()
    expect(await post('email=a', 'application/x-www-form-urlencoded')).toBeUndefined()
  })

  it('knows a call whose path is written in another way', async () => {
    const init = { method: 'POST', body: 'junk', headers: { 'content-type': 'application/json' } }
    for (const path of ['/%5FserverFn/known', '/_server%46n/known', '/_serverFn%2Fknown'])
      expect(await statusOf(path, init), path).toBe(400)
    expect(await statusOf('/%5FserverFn/x', init)).toBe(404)
  })

  it('leaves the body to be read', async () => {
    const request = new Request('http://localhost/_serverFn/known', {
      method: 'POST',
      body: SOUND,
      headers: { 'content-type': 'application/json' },
    })
    await refuseCall(request, isKnown)
    expect(await request.text()).toBe(SOUND)
  })

  it.each([
    'junk',
    '{',
    '{}',
    '[]',
    'null',
    '1',
    '"x"',
    '{"t":1}',
    '{"t":null}',
    '{"t":{"t":"1"}}',
    '{"data":{}}',
  ])('refuses %s as arguments', async (text) => {
    expect(await get(text)).toBe(400)
    expect(await post(text)).toBe(400)
  })

  it('refuses JSON that is empty', async () => {
    expect(await post('')).toBe(400)
  })
})
