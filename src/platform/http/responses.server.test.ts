import { describe, expect, it } from 'vitest'
import { csvDownload } from './responses.server.ts'

async function* linesOf(...lines: (string | Error)[]) {
  for (const line of lines) {
    if (line instanceof Error) throw line
    yield line
  }
}

describe('csvDownload', () => {
  it('is an attachment with a file name that is never cached', async () => {
    const answer = await csvDownload('people.csv', linesOf('a,b\r\n', '', 'é,ع\r\n'))
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="people.csv"',
      'cache-control': 'no-store',
    })
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('\uFEFFa,b\r\né,ع\r\n')
  })

  it('rejects when the first line fails', async () => {
    await expect(csvDownload('people.csv', linesOf(new Error('away')))).rejects.toThrow('away')
  })

  it('aborts the body when a later line fails', async () => {
    const answer = await csvDownload('people.csv', linesOf('a\r\n', new Error('away')))
    await expect(answer.text()).rejects.toThrow('away')
  })

  it('generates lines on demand and stops when the client disconnects', async () => {
    let made = 0
    let hasEnded = false
    async function* endless() {
      try {
        for (;;) yield `${++made}\r\n`
      } finally {
        hasEnded = true
      }
    }
    const reader = (await csvDownload('people.csv', endless())).body?.getReader()
    await reader?.read()
    await reader?.read()
    expect(made).toBeLessThan(5)
    await reader?.cancel()
    expect(hasEnded).toBe(true)
  })
})
