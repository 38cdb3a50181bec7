import { expect, it } from 'vitest'
import { expectsHtml, fetchText, passHtml } from './rendered-html.server.ts'

it('takes HTML that was passed beside a response without a body', async () => {
  const { status, headers, body } = await fetchText(async () => {
    expect(expectsHtml()).toBe(true)
    passHtml('<p>Beside</p>')
    return new Response(null, { status: 404, headers: { 'x-name': 'value' } })
  })
  expect([status, headers.get('x-name'), body]).toEqual([404, 'value', '<p>Beside</p>'])
})

it('reads the body of a response that has one, even after HTML was passed', async () => {
  const { body } = await fetchText(() => {
    passHtml('<p>Before the failure</p>')
    return new Response('Internal Server Error', { status: 500 })
  })
  expect(body).toBe('Internal Server Error')
})

it('keeps the HTML of concurrent renders apart', async () => {
  const render = (html: string, rendered: Promise<void>) =>
    fetchText(async () => {
      await rendered
      passHtml(html)
      return new Response(null)
    })
  const later = Promise.withResolvers<void>()
  const first = render('first', later.promise)
  const second = render('second', Promise.resolve().then(later.resolve))
  expect((await Promise.all([first, second])).map(({ body }) => body)).toEqual(['first', 'second'])
})

it('expects no HTML outside of a render for the cache', () => {
  expect(expectsHtml()).toBe(false)
})
