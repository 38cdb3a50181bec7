import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from './lock.mjs'

const MODULE = new URL('./lock.mjs', import.meta.url).href
let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-lock-'))
  file = join(folder, 'lock')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs `work` in another process that holds the lock. Returns its standard output. */
async function lockedProcess(work: string): Promise<string> {
  const script = `import { withLock } from ${JSON.stringify(MODULE)}
    import { setTimeout as delay } from 'node:timers/promises'
    await withLock(${JSON.stringify(file)}, async (addHolder) => { ${work} })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  await once(child, 'close')
  return output
}

describe('withLock', () => {
  it('runs one process at a time', async () => {
    const outputs = await Promise.all(
      Array.from({ length: 4 }, () =>
        lockedProcess(
          `const from = Date.now(); await delay(50); console.log(JSON.stringify([from, Date.now()]))`,
        ),
      ),
    )
    const times = outputs.map((output): [number, number] => JSON.parse(output)).sort(([a], [b]) => a - b)
    for (const [index, [from]] of times.entries()) {
      expect(from).toBeGreaterThanOrEqual(times[index - 1]?.[1] ?? 0)
    }
    expect(await readdir(folder)).toEqual([])
  })

  it('takes over the lock of a killed process', async () => {
    await lockedProcess(`process.kill(process.pid, 'SIGKILL'); await delay(1000)`)
    expect(Number(await readlink(file))).toBeGreaterThan(0)
    expect(await withLock(file, async () => 'done')).toBe('done')
  })

  it('waits for a child process that outlives the killed holder', async () => {
    const work = spawn('sleep', ['600'])
    await lockedProcess(`addHolder(${work.pid}); process.kill(process.pid, 'SIGKILL'); await delay(1000)`)
    const waiting = withLock(file, async () => work.signalCode)
    expect(await readlink(file)).toContain(`,${work.pid}`)
    work.kill()
    expect(await waiting).toBe('SIGTERM')
  })

  it('takes over a stale lock that has the id of this process', async () => {
    await symlink(String(process.pid), file)
    expect(await withLock(file, async () => 'done')).toBe('done')
  })

  it('releases the lock when the work fails', async () => {
    await expect(withLock(file, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await readdir(folder)).toEqual([])
  })

  it('fails with a one-line message when the folder is missing', async () => {
    await expect(withLock(join(folder, 'nowhere', 'lock'), async () => {})).rejects.toThrow(
      /^Masthead cannot write to its project folder \(ENOENT: .*\)\. Make it writable/,
    )
  })
})
