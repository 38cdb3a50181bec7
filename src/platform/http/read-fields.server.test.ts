import { expect, it, vi } from 'vitest'
import { readFields } from './read-fields.server.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

function read(contentType: string | undefined, body: BodyInit, headers: Record<string, string> = {}) {
  const type: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType }
  const init = { method: 'POST', body, headers: { ...type, ...headers }, duplex: 'half' }
  const request = new Request('https://paper.example/', init)
  if (contentType === undefined) request.headers.delete('content-type')
  return readFields(request, 20)
}

it.each([
  ['a form', FORM, 'a=1&b=x+y%21', { a: '1', b: 'x y!' }],
  ['a form with a charset', `${FORM.toUpperCase()}; charset=UTF-8`, 'a=%C3%A9', { a: 'é' }],
  ['a field twice', FORM, 'a=1&a=2', { a: '2' }],
  ['an empty form', FORM, '', {}],
  ['JSON', JSON_TYPE, '{"a":1,"b":["x"]}', { a: 1, b: ['x'] }],
  ['a body of the maximum size', FORM, `a=${'x'.repeat(18)}`, { a: 'x'.repeat(18) }],
])('reads %s', async (_, type, body, fields) => {
  expect(await read(type, body)).toEqual({ kind: 'fields', fields })
})

it.each([
  ['no content type', undefined, 'a=1', 415],
  ['text', 'text/plain', 'a=1', 415],
  ['a form with files', 'multipart/form-data; boundary=x', '--x--', 415],
  ['a body that is too large', FORM, `a=${'x'.repeat(19)}`, 413],
  ['broken JSON', JSON_TYPE, '{"a":', 400],
  ['empty JSON', JSON_TYPE, '', 400],
  ['a JSON list', JSON_TYPE, '[1]', 400],
  ['a JSON null', JSON_TYPE, 'null', 400],
  ['a JSON text', JSON_TYPE, '"a=1"', 400],
])('rejects %s', async (_, type, body, status) => {
  expect(await read(type, body)).toMatchObject({ kind: 'refused', status, reason: expect.any(String) })
})

it('rejects a Content-Length that is too large without reading the body', async () => {
  const pull = vi.fn()
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  expect(await read(FORM, body, { 'content-length': '21' })).toMatchObject({ status: 413 })
  expect(pull).not.toHaveBeenCalled()
})

it('stops reading an endless body', async () => {
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(10))
    },
  })
  expect(await read(FORM, body)).toMatchObject({ status: 413 })
  expect(sent).toBeLessThan(10)
})

it('rejects an aborted body', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  expect(await read(JSON_TYPE, body)).toMatchObject({ status: 400 })
})

it('reads a field called __proto__', async () => {
  const read = await readFields(
    new Request('https://paper.example/', {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE },
      body: '{"__proto__":{"a":1}}',
    }),
    100,
  )
  expect(read).toMatchObject({ kind: 'fields' })
  expect(({} as { a?: number }).a).toBeUndefined()
})
