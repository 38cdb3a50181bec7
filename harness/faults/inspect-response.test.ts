import { describe, expect, it } from 'vitest'
import { inspectHtml, inspectResponse } from './inspect-response.mjs'
import { CANARY, generatePayloads } from './payload-grammar.mjs'
import { createRandom } from './random.mjs'

const page = (body: string) => `<!doctype html><html><head><title>x</title></head><body>${body}</body></html>`

describe('inspectHtml', () => {
  it.each([
    `<p>&lt;script&gt;${CANARY}()&lt;/script&gt;</p>`,
    `<a href="/search?q=javascript%3A${CANARY}()">x</a>`,
    `<input value="&quot; onfocus=${CANARY}()">`,
    `<script>self.q="\\u003c/script>${CANARY}()"</script>`,
    `<script type="application/ld+json">{"name":"${CANARY}()"}</script>`,
  ])('accepts %s', (body) => {
    expect(() => inspectHtml(page(body))).not.toThrow()
  })

  it.each([
    [`<script>${CANARY}()</script>`, 'ran the payload'],
    [`<script>self.q="x";${CANARY}();//"</script>`, 'ran the payload'],
    [`<script>self.q="${CANARY}</script>`, 'no longer valid'],
    [`<p onclick=${CANARY}()>x</p>`, 'onclick'],
    [`<a href=" java&#10;script:${CANARY}()">x</a>`, 'a script URL'],
    [`<img src="https://${CANARY}.example/x.png">`, 'loads from the host'],
    ['<base href="https://evil.example/">', 'base'],
    ['<meta http-equiv="Refresh" content="0;url=x">', 'refresh'],
  ])('rejects %s', (body, problem) => {
    expect(() => inspectHtml(page(body))).toThrow(problem)
  })
})

describe('inspectResponse', () => {
  const headers = { 'content-type': 'text/plain' }

  it.each([
    [{ status: 500, headers, text: '' }, 'status 500'],
    [{ status: 400, headers, text: 'syntax error at or near "\'"' }, 'an SQL error'],
    [{ status: 400, headers, text: 'Error: x\n    at run (/srv/dist/server.js:10:20)' }, 'a stack trace'],
    [{ status: 200, headers, text: '62615533' }, 'evaluated'],
    [
      { status: 200, headers: { ...headers, 'set-cookie': [`${CANARY}=1`] }, text: '' },
      'header was injected',
    ],
    [{ status: 308, headers: { ...headers, location: `//${CANARY}.example/` }, text: '' }, 'a redirect'],
  ])('rejects %j', (response, problem) => {
    expect(() => inspectResponse(response, '')).toThrow(problem)
  })

  it('accepts an ordinary response', () => {
    expect(() => inspectResponse({ status: 404, headers, text: 'Not found.' }, "' or 1=1")).not.toThrow()
  })
})

describe('generatePayloads', () => {
  it('depends on the seed only', () => {
    const generate = (seed: number) => generatePayloads(createRandom(seed), { xss: 50, sql: 50 })
    expect(generate(1)).toEqual(generate(1))
    expect(generate(1)).not.toEqual(generate(2))
    expect(generate(1).filter(({ kind }) => kind === 'sql')).toHaveLength(50)
  })
})
