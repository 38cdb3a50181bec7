import { describe, expect, it } from 'vitest'
import { createCallGuard, type RejectedCall } from './call-guard.server.ts'

const SOUND = '{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":1,"s":"x"}]},"o":0},"f":127,"m":[]}'

const respond = (handle: (request: Request) => Promise<Response> | Response, rejected: RejectedCall[] = []) =>
  createCallGuard({
    handle,
    findName: async (id) => (id === 'known' ? 'getKnown' : undefined),
    onRejected: (call) => rejected.push(call),
  })
/** Undefined if the framework gets the request. */
async function statusOf(path: string, init?: RequestInit): Promise<number | undefined> {
  const { status } = await respond(() => new Response(null, { status: 204 }))(
    new Request(`http://localhost${path}`, init),
  )
  return status === 204 ? undefined : status
}
const get = (payload: string) => statusOf(`/_serverFn/known?payload=${encodeURIComponent(payload)}`)
const post = (body: string, contentType = 'application/json') =>
  statusOf('/_serverFn/known', { method: 'POST', body, headers: { 'content-type': contentType } })

describe('createCallGuard', () => {
  it.each(['/', '/article/_serverFn/x', '/_serverFn', '/_serverFnx/y', '/_ServerFn/x'])(
    'ignores %s',
    async (path) => {
      expect(await statusOf(path)).toBeUndefined()
    },
  )

  it.each(['', '/', 'x', '__proto__', '../known', 'known%00', `${'f'.repeat(64)}`, '%E0%A4%A'])(
    'is 404 for the function %j',
    async (id) => {
      expect(await statusOf(`/_serverFn/${id}`)).toBe(id === '../known' ? undefined : 404)
      expect(await statusOf(`/_serverFn/${id}`, { method: 'POST' })).toBe(id === '../known' ? undefined : 404)
    },
  )

  it('accepts calls of the client, and calls without arguments', async () => {
    expect(await statusOf('/_serverFn/known')).toBeUndefined()
    expect(await statusOf('/_serverFn/known?payload=')).toBeUndefined()
    expect(await statusOf('/_serverFn/known', { method: 'POST' })).toBeUndefined()
    expect(await get(SOUND)).toBeUndefined()
    expect(await post(SOUND)).toBeUndefined()
    expect(await post(SOUND, 'application/json; charset=utf-8')).toBeUndefined()
  })

  it.each([-1, 8, 0.5, 1e9])('rejects the unknown constant %d', async (constant) => {
    expect(await post(`{"t":{"t":2,"s":${constant}},"f":127,"m":[]}`)).toBe(400)
    expect(await get(`{"t":{"t":2,"s":${constant}},"f":127,"m":[]}`)).toBe(400)
  })

  it.each([
    'multipart/form-data; boundary=x',
    'Multipart/Form-Data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json; x=application/x-www-form-urlencoded',
    'application/json, multipart/form-data',
    'Application/JSON',
    'text/plain',
    '',
  ])('rejects the type %j, whose arguments are not checked', async (type) => {
    expect(await post(SOUND, type)).toBe(400)
    const path = '/_serverFn/known'
    expect(await statusOf(path, { headers: { 'content-type': type } })).toBe(400)
  })

  it.each([
    '/%5FserverFn/known',
    '/_server%46n/known',
    '/_serverFn%2Fknown',
    '/_serverFn/%6bnown',
    '/_serverFn/known/',
    '/_serverFn/known/1',
    '/_serverFn/known%2f1',
  ])('is 404 for the path %s, whose response would be cached apart', async (path) => {
    expect(await statusOf(path)).toBe(404)
    expect(await statusOf(path, { method: 'POST', body: SOUND })).toBe(404)
  })

  it('accepts all plain data of the framework', async () => {
    // A form, twice: a text, true, null, undefined, and a list of a number, -0, a text, a list and an object.
    const written = [
      '{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":10,"i":1,"p":{"k":["base","typed"],"v":[{"t',
      '":10,"i":2,"p":{"k":["url","isOn","none","left","list"],"v":[{"t":1,"s":"a"},{"t":2,"s":2}',
      ',{"t":2,"s":0},{"t":2,"s":1},{"t":9,"i":3,"a":[{"t":0,"s":1},{"t":2,"s":4},{"t":1,"s":"x"}',
      ',{"t":9,"i":4,"a":[],"o":0},{"t":10,"i":5,"p":{"k":[],"v":[]},"o":0}],"o":0}]},"o":0},{"t"',
      ':4,"i":2}]},"o":0}]},"o":0},"f":127,"m":[2]}',
    ].join('')
    expect(await post(written)).toBeUndefined()
    expect(await get(written)).toBeUndefined()
  })

  it('leaves the body readable', async () => {
    const request = new Request('http://localhost/_serverFn/known', {
      method: 'POST',
      body: SOUND,
      headers: { 'content-type': 'application/json' },
    })
    const response = await respond(async (received) => new Response(await received.text()))(request)
    expect(await response.text()).toBe(SOUND)
  })

  it('reports rejected calls of functions without their arguments, and no other responses', async () => {
    const rejected: RejectedCall[] = []
    let status = 200
    const send = (path: string) =>
      respond(() => new Response(null, { status }), rejected)(new Request(`http://localhost${path}`))
    await send('/_serverFn/known')
    await send('/_serverFn/known?payload=reader@example.org')
    await send('/_serverFn/unknown')
    status = 403
    await send('/_serverFn/known')
    await send('/article/1')
    expect(rejected).toEqual([
      { name: 'getKnown', status: 400 },
      { name: undefined, status: 404 },
      { name: 'getKnown', status: 403 },
    ])
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
    // Unreadable, or never sent by forms.
    '{"t":{"t":25,"i":0,"c":"$TSR/x","s":{}}}',
    '{"t":{"t":6,"i":0,"c":"(a+)+$","m":""}}',
    '{"t":{"t":3,"s":"99999999999999999999"}}',
    '{"t":{"t":19,"i":0,"s":"AA=="}}',
    '{"t":{"t":1,"s":1}}',
    '{"t":{"t":4,"i":7}}',
    '{"t":{"t":9,"i":0}}',
    '{"t":{"t":10,"i":0,"p":{"k":["a"],"v":[]}}}',
    '{"t":{"t":10,"i":0,"p":{"k":["a"],"v":[null]}}}',
    `{"t":${'{"t":9,"i":0,"a":['.repeat(40)}${']}'.repeat(40)}}`,
  ])('rejects %s as arguments', async (text) => {
    expect(await get(text)).toBe(400)
    expect(await post(text)).toBe(400)
  })

  it('rejects empty JSON', async () => {
    expect(await post('')).toBe(400)
  })
})
