import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Fills caches with pages, and prints their counted sizes and the memory that they use, in bytes. */
const SCRIPT = `
  import { randomBytes } from 'node:crypto'
  import { addStrictHeaders, createCachedPage, encodeBody } from '#platform/cache/cached-page.server.ts'
  import { strictTransport } from '#platform/http/security-headers.server.ts'
  import { createPageCache } from '#platform/cache/page-cache.server.ts'
  const usedBytes = async () => {
    // Some memory is released after several collections only: that of buffers, and of code that no longer runs.
    for (let i = 0; i < 4; i++) {
      gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      await new Promise(setImmediate)
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const STRICT = strictTransport(false)
  const policy = () => "script-src 'self' 'sha256-" + randomBytes(160).toString('base64')
  async function fill({ pages, length, tags = 0, maxBytes = 1e9, encodings = [] }) {
    const cache = createPageCache({ maxBytes })
    const addPage = (i) =>
      cache.render('/search?q=' + i, async () => {
        const headers = { 'content-type': ['text', 'html'].join('/'), 'x-a': 'a', 'content-security-policy': policy() }
        const page = await createCachedPage(200, headers, randomBytes(length / 2).toString('hex'))
        const ownTags = Array.from({ length: tags }, () => 'article:' + randomBytes(18).toString('hex'))
        const sharedTags = Array.from({ length: tags }, (_, n) => 'article:' + n)
        return { page, tags: new Set(['settings', ...ownTags, ...sharedTags]), expiresAt: Date.now() + 1e6 }
      })
    const before = await usedBytes()
    for (let i = 0; i < pages; i++) {
      const page = await addPage(i)
      for (const encoding of encodings) addStrictHeaders(page, await encodeBody(page, encoding), STRICT)
    }
    return { counted: cache.size.bytes, used: (await usedBytes()) - before, stored: cache.size.pages }
  }
  const results = {}
  // Allocates what is allocated once.
  await fill({ pages: 50, length: 2000 })
  for (const [name, options] of Object.entries(JSON.parse(process.argv[1]))) results[name] = await fill(options)
  console.log(JSON.stringify(results))
`

/** `tags`: of each page alone, and as many that all pages share. */
const FILLS = {
  'large pages': { pages: 200, length: 40_000, tags: 10 },
  'small pages': { pages: 2000, length: 500 },
  'pages with many tags': { pages: 300, length: 2000, tags: 40 },
  'pages in all encodings': { pages: 100, length: 20_000, tags: 2, encodings: ['gzip', 'identity'] },
  'more pages than fit': { pages: 400, length: 20_000, tags: 5, maxBytes: 4_000_000 },
}

it('the cache counts the memory that it uses, within 10 %', async () => {
  const args = ['--expose-gc', '--input-type=module', '--eval', SCRIPT, JSON.stringify(FILLS)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const results: Record<string, { counted: number; used: number; stored: number }> = JSON.parse(stdout)
  expect(Object.keys(results)).toEqual(Object.keys(FILLS))
  for (const [name, { counted, used, stored }] of Object.entries(results)) {
    expect(stored, name).toBeGreaterThan(50)
    expect(counted / used, name).toBeGreaterThan(0.9)
    expect(counted / used, name).toBeLessThan(1.1)
  }
  expect(results['more pages than fit']?.stored).toBeLessThan(400)
})
