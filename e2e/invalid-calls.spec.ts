import { toJSON } from 'seroval'
import { signIn } from './fixtures/administrator.ts'
import { functionPath, SAME_ORIGIN_HEADERS } from './fixtures/server-functions.ts'
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
  // Scheduled jobs log at the level info.
  const problems = () => site.server.log.slice(from).filter((line) => !line.includes('"level":"info"'))
  await expect.poll(problems).not.toEqual([])
  for (const line of problems()) expect(line).toMatch(/"level":"warn".*"A server function call was rejected"/)
})

test('the function that publishes an article rejects invalid requests', async ({ site, request }) => {
  await signIn(site, request)
  const path = functionPath('publishDraftFn')
  const publish = async (change: object) => {
    const headers = { ...SAME_ORIGIN_HEADERS, 'content-type': 'application/json' }
    const base = { version: 1 }
    const data = { publicationId: crypto.randomUUID(), id: ID, base, updateKind: 'update', ...change }
    const response = await request.post(path, { headers, data: JSON.stringify(toJSON({ data })) })
    return response.text()
  }
  for (const change of [
    { id: '1' },
    { publicationId: 'x' },
    { base: null },
    { base: { version: -1 } },
    { base: { formHash: 'x'.repeat(10_000) } },
    { updateKind: 'rename' },
    { plannedAt: 'tomorrow' },
    { updateKind: 'correction' },
    { updateKind: 'correction', correction: { kind: 'correction', text: ' ' } },
  ])
    expect(await publish(change), JSON.stringify(change).slice(0, 100)).toContain('$TSR/Error')
  // There is no such draft.
  expect(await publish({})).toContain('gone')
  expect(await site.sql('select from publications')).toEqual([])
})
