import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createLimitedLog } from './log.server.ts'

const module = new URL('./log.server.ts', import.meta.url).href

function logged(code: string, LOG_LEVEL = 'info'): Record<string, unknown>[] {
  const script = `import { log, logConsole } from ${JSON.stringify(module)}; ${code}`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { LOG_LEVEL },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

describe('log', () => {
  it('writes JSON lines synchronously, even when the process exits', () => {
    const [line] = logged(
      `log().info({ address: 'http://localhost:3000' }, 'Masthead is up'); process.exit(0)`,
    )
    expect(line).toMatchObject({ level: 30, msg: 'Masthead is up', address: 'http://localhost:3000' })
  })

  it('logs an error with its stack', () => {
    const [line] = logged(`log().error({ err: new Error('broken') }, 'A request failed')`)
    expect(line).toMatchObject({
      level: 50,
      err: { message: 'broken', stack: expect.stringContaining('at ') },
    })
  })

  it('contains what libraries write to the console, with the cause of an error only', () => {
    const lines = logged(`logConsole()
      console.error('Failed', new Error('the secret', { cause: new Error('timeout') })); console.warn('old'); console.error({})`)
    expect(lines).toMatchObject([
      { level: 50, msg: 'Failed', err: { message: 'timeout' } },
      { level: 40, msg: 'old' },
      { level: 50, msg: 'A library reported an error' },
    ])
    expect(JSON.stringify(lines)).not.toContain('the secret')
  })

  it.each([
    ['info', ['i', 'w']],
    ['warn', ['w']],
    ['silent', []],
  ])('respects LOG_LEVEL=%s', (level, messages) => {
    const lines = logged(`log().debug('d'); log().info('i'); log().warn('w')`, level)
    expect(lines.map(({ msg }) => msg)).toEqual(messages)
  })

  it('never logs secrets', () => {
    const secret = `'the secret'`
    const lines = logged(`
      log().info({ headers: { cookie: ${secret}, authorization: ${secret}, host: 'shown' } })
      log().info({ req: { headers: { cookie: ${secret}, authorization: ${secret}, host: 'shown' } } })
      log().info({ user: { password: ${secret}, token: ${secret}, email: 'shown' } })`)
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      expect(JSON.stringify(line)).not.toContain('the secret')
      expect(JSON.stringify(line)).toContain('shown')
    }
  })
})

it('writes one event in ten seconds and counts the others', () => {
  const written: [string, number][] = []
  let now = 0
  const record = createLimitedLog(
    (event: string, suppressed) => written.push([event, suppressed]),
    () => now,
  )
  for (const [time, event] of [
    [0, 'a'],
    [1, 'b'],
    [9_999, 'c'],
    [10_000, 'd'],
    [20_000, 'e'],
  ] as const) {
    now = time
    record(event)
  }
  expect(written).toEqual([
    ['a', 0],
    ['d', 2],
    ['e', 0],
  ])
})
