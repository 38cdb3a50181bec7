import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createLimitedLog } from './log.server.ts'

const module = new URL('./log.server.ts', import.meta.url).href

function output(code: string, env: Record<string, string>): string {
  const script = `import { WriteStream } from 'node:tty'; import { log, logConsole, logResult } from ${JSON.stringify(module)}; ${code}`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    env,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
}

function logged(code: string, LOG_LEVEL = 'info'): Record<string, unknown>[] {
  return output(code, { LOG_LEVEL })
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

describe('log', () => {
  it('writes JSON lines with ISO times in a pipe, and errors with their stacks, even when the process exits', () => {
    const [line, error] = logged(`log().info({ address: 'http://localhost:3000' }, 'Masthead is up')
      log().error({ err: new Error('broken') }, 'A request failed'); process.exit(0)`)
    expect(line).toMatchObject({ level: 'info', msg: 'Masthead is up', address: 'http://localhost:3000' })
    expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(error).toMatchObject({
      level: 'error',
      err: { message: 'broken', stack: expect.stringContaining('at ') },
    })
  })

  it('contains what libraries write to the console, with the cause of an error only', () => {
    const lines = logged(`logConsole()
      console.error('Failed', new Error('the secret', { cause: new Error('timeout') })); console.warn('old'); console.error({})`)
    expect(lines).toMatchObject([
      { level: 'error', msg: 'Failed', err: { message: 'timeout' } },
      { level: 'warn', msg: 'old' },
      { level: 'error', msg: 'A library reported an error' },
    ])
    expect(JSON.stringify(lines)).not.toContain('the secret')
  })

  it.each([
    ['debug', ['d', 'i', 'w', 'idle', 'busy']],
    ['warn', ['w']],
  ])('respects LOG_LEVEL=%s, and logs jobs without a result for debugging only', (level, messages) => {
    const code = `log().debug('d'); log().info('i'); log().warn('w')
      logResult({ a: 0 }, 'idle', { isIdle: true }); logResult({ a: 1 }, 'busy', { isIdle: false })`
    expect(logged(code, level).map(({ msg }) => msg)).toEqual(messages)
  })

  it('writes text without colours in a pipe with LOG_FORMAT=text', () => {
    const text = output(`log().info('Masthead is up'); log().warn({ err: new Error('slow') }, 'A feed')`, {
      LOG_FORMAT: 'text',
    })
    expect(text).toMatch(/^\d\d:\d\d:\d\d {2}Masthead is up\n\d\d:\d\d:\d\d {2}Warning: A feed: slow\n$/)
  })

  it('has colours on a terminal, but not with NO_COLOR', () => {
    const code = `process.stdout.isTTY = true; process.stdout.getColorDepth = WriteStream.prototype.getColorDepth; log().warn('low')`
    expect(output(code, { LOG_FORMAT: 'text', FORCE_COLOR: '1' })).toContain(
      '\u001b[33mWarning: \u001b[39mlow\n',
    )
    expect(output(code, { LOG_FORMAT: 'text', NO_COLOR: '1' })).toMatch(/^[\d:]+ {2}Warning: low\n$/)
  })

  it('never logs secrets', () => {
    const secret = `'the secret'`
    const lines = logged(`
      log().info({ headers: { cookie: ${secret}, authorization: ${secret}, host: 'shown' } })
      log().info({ req: { headers: { cookie: ${secret}, authorization: ${secret}, host: 'shown' } } })
      log().info({ user: { password: ${secret}, token: ${secret}, email: 'shown' } })
      log().info({ err: Object.assign(new Error('shown'), { client: { secretKey: ${secret} } }) })`)
    expect(lines).toHaveLength(4)
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
