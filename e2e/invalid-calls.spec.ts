import { toJSON } from 'seroval'
import { EMPTY_ARTICLE } from '#features/newsroom/rules/article-form.ts'
import { signIn } from './fixtures/administrator.ts'
import { listServerFunctions, SAME_ORIGIN_HEADERS } from './fixtures/server-functions.ts'
import { expect, test } from './fixtures/test.ts'

const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'

test('invalid calls are rejected without details of the framework', async ({ site, page, request }) => {
  const calls: string[] = []
  page.on('request', (sent) => calls.push(sent.url()))
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
  const known = new URL(calls.find((url) => url.includes('/_serverFn/')) ?? '')

  const from = site.server.log.length
  const status = async (path: string, method = 'GET', data?: string) => {
    const headers =
      data === undefined
        ? SAME_ORIGIN_HEADERS
        : { ...SAME_ORIGIN_HEADERS, 'content-type': 'application/json' }
    return (await request.fetch(path, { method, headers, data })).status()
  }
  for (const id of ['', 'x', '__proto__', 'toString', 'f'.repeat(64), '%22']) {
    expect(await status(`/_serverFn/${id}`), id).toBe(404)
    expect(await status(`/_serverFn/${id}`, 'POST', '{'), id).toBe(404)
  }
  for (const payload of ['junk', '{', '{}', '[]', '{"t":1}'])
    expect(await status(`${known.pathname}?payload=${encodeURIComponent(payload)}`), payload).toBe(400)
  expect(await status(known.pathname, 'POST', '{')).toBe(400)
  expect(await status(known.pathname + known.search)).toBe(200)
  for (const line of site.server.log.slice(from))
    expect(line).toMatch(/"level":40.*"A call of a server function was rejected"/)
})

test('the function that publishes an article rejects invalid forms', async ({ site, request }) => {
  await signIn(site, request)
  const path = `/_serverFn/${listServerFunctions().find(({ name }) => name === 'publishDraftFn')?.id}`
  const publish = async (form: object) => {
    const headers = { ...SAME_ORIGIN_HEADERS, 'content-type': 'application/json' }
    const call = {
      data: { publicationId: crypto.randomUUID(), id: ID, version: null, updateKind: 'update', form },
    }
    const response = await request.post(path, { headers, data: JSON.stringify(toJSON(call)) })
    return response.text()
  }
  const valid = { ...EMPTY_ARTICLE, title: 'Tea' }
  const { title: _, ...untitled } = valid
  const before = await site.sql('select title from articles')
  for (const form of [
    untitled,
    { ...valid, title: ' ' },
    { ...valid, title: { text: 'Coffee' } },
    { ...valid, category: 'Gardening' },
    { ...valid, author: 'x'.repeat(201) },
    { ...valid, imageUrl: 'javascript:alert(1)' },
  ])
    expect(await publish(form), JSON.stringify(form)).toContain('$TSR/Error')
  expect(await site.sql('select title from articles')).toEqual(before)
  expect(await publish(valid)).not.toContain('$TSR/Error')
  expect(await site.sql('select title from articles')).toEqual([{ title: 'Tea' }])
})
