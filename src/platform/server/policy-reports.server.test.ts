import { expect, it } from 'vitest'
import { BASE_HEADERS } from '#platform/http/security-headers.server.ts'
import { startTestSite } from '#platform/testing/test-site.ts'
import { createPolicyReports } from './policy-reports.server.ts'

async function start() {
  const clock = { now: 0 }
  const logged: unknown[] = []
  const reports = createPolicyReports({
    onViolation: (violation, suppressed) => logged.push({ ...violation, suppressed }),
    now: () => clock.now,
  })
  const site = await startTestSite(async () => new Response('page'), { handlers: [reports.handle] })
  const send = async (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return (await site.send('/api/csp-report', { method: 'POST', body: text })).status
  }
  const reported = () => [...reports.counts].filter(([, count]) => count > 0)
  return { clock, logged, reports, reported, site, send }
}

const violation = (blocked: string, directive = 'script-src-elem') => ({
  'csp-report': {
    'document-uri': 'https://news.example/article/1?token=secret',
    'effective-directive': directive,
    'blocked-uri': blocked,
  },
})

it('has a count of each directive from the start', async () => {
  const { reports, site } = await start()
  await using _ = site
  expect(reports.counts.get('script-src')).toBe(0)
  expect(reports.counts.get('other')).toBe(0)
})

it('the response to a report has the security headers', async () => {
  const { site } = await start()
  await using _ = site
  const body = JSON.stringify(violation('inline'))
  const { status, headers } = await site.send('/api/csp-report', { method: 'POST', body })
  expect(status).toBe(204)
  expect(headers).toMatchObject(BASE_HEADERS)
})

it('counts reports of both formats and logs what was blocked, without queries', async () => {
  const { clock, logged, reported, site, send } = await start()
  await using _ = site
  expect(await send(violation('https://evil.example/a.js?x=1'))).toBe(204)
  clock.now = 20_000
  const body = {
    documentURL: 'https://news.example/news',
    effectiveDirective: 'img-src',
    blockedURL: 'inline',
  }
  expect(
    await send([
      { type: 'deprecation', body: {} },
      { type: 'csp-violation', body },
    ]),
  ).toBe(204)
  expect(logged).toEqual([
    { directive: 'script-src', page: '/article/1', blocked: 'https://evil.example', suppressed: 0 },
    { directive: 'img-src', page: '/news', blocked: 'inline', suppressed: 0 },
  ])
  expect(reported()).toEqual([
    ['script-src', 1],
    ['img-src', 1],
  ])
})

it('logs one report in ten seconds and counts the others', async () => {
  const { clock, logged, reports, site, send } = await start()
  await using _ = site
  for (const now of [0, 1_000, 9_999, 10_000]) {
    clock.now = now
    await send(violation('inline'))
  }
  expect(logged).toMatchObject([{ suppressed: 0 }, { suppressed: 2 }])
  expect(reports.counts.get('script-src')).toBe(4)
})

it('accepts a limited number of reports per second, of limited size', async () => {
  const { clock, site, send } = await start()
  await using _ = site
  const statuses = await Promise.all(Array.from({ length: 25 }, () => send(violation('inline'))))
  expect(statuses.filter((status) => status === 204)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  clock.now = 1_000
  expect(await send(violation('x'.repeat(20_000)))).toBe(413)
})

it('counts unknown directives together, and cuts hostile texts', async () => {
  const { logged, reported, site, send } = await start()
  await using _ = site
  for (let index = 0; index < 10; index += 1)
    await send(violation(`\u0000${'x'.repeat(500)}`, `made-up-${index}`))
  expect(reported()).toEqual([['other', 10]])
  expect(logged).toMatchObject([{ blocked: `?${'x'.repeat(199)}` }])
})

it('accepts values that are no text', async () => {
  const { logged, site, send } = await start()
  await using _ = site
  const report = {
    'effective-directive': { toString: 1 },
    'document-uri': [[]],
    'blocked-uri': { toString: 1 },
  }
  expect(await send({ 'csp-report': report })).toBe(204)
  expect(logged).toMatchObject([{ directive: 'other', page: '', blocked: '' }])
})

it.each(['', 'x', '[]', '{}', '[1]', '{"csp-report":1}', 'null'])('rejects %j', async (body) => {
  const { site, send } = await start()
  await using _ = site
  expect(await send(body)).toBe(400)
})

it('accepts POST only', async () => {
  const { site } = await start()
  await using _ = site
  expect((await site.send('/api/csp-report')).status).toBe(405)
})
