import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { matchesLockFile } from './install.mjs'

const BIN = fileURLToPath(new URL('.', import.meta.url))
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'masthead-install-'))
  await mkdir(join(root, 'npm'))
  await cp(BIN, join(root, 'bin'), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  await lock('1.0.0')
  await npm(`
    const { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
    appendFileSync('npm.log', process.argv.slice(2).join(' ') + '\\n')
    rmSync('node_modules', { recursive: true, force: true })
    mkdirSync('node_modules/node/bin', { recursive: true })
    writeFileSync('node_modules/node/package.json', JSON.stringify({ version: process.version.slice(1) }))
    symlinkSync(process.execPath, 'node_modules/node/bin/node')`)
})

afterEach(() => rm(root, { recursive: true, force: true }))

const lock = (version: string) =>
  writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/x': { version } } }))
const npm = (script: string) => writeFile(join(root, 'npm', 'npm-cli.js'), script)

/** Runs `ensureDependencies` as `npm start` does, with the script `npm` in place of npm. */
async function install(): Promise<{ code: number | null; stderr: string }> {
  const script = `import { ensureDependencies } from './bin/install.mjs'
    await ensureDependencies(process.cwd()).catch((error) => { console.error(error.message); process.exitCode = 1 })`
  const env = { ...process.env, npm_execpath: join(root, 'npm', 'npm-cli.js') }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, env })
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stderr, code] = await Promise.all([text(child.stderr), closed])
  return { code, stderr }
}

async function countInstalls(): Promise<number> {
  const log = await readFile(join(root, 'npm.log'), 'utf8').catch(() => '')
  return log.split('\n').length - 1
}

const INSTALLED =
  /^Installing dependencies, which takes about a minute…\nInstalled the dependencies in \d+ s\n$/

describe('ensureDependencies', () => {
  it('installs once, with development dependencies and install scripts', async () => {
    expect(await install()).toEqual({ code: 0, stderr: expect.stringMatching(INSTALLED) })
    expect(await install()).toEqual({ code: 0, stderr: '' })
    expect(await readFile(join(root, 'npm.log'), 'utf8')).toBe(
      'ci --include=dev --include=optional --ignore-scripts=false --no-audit --no-fund\n',
    )
  })

  it('installs again when the lock file has changed', async () => {
    await install()
    await lock('1.0.1')
    expect((await install()).stderr).toMatch(INSTALLED)
    expect(await countInstalls()).toBe(2)
  })

  it('installs once when two processes start at the same time', async () => {
    const results = await Promise.all([install(), install()])
    expect(results.map(({ code }) => code)).toEqual([0, 0])
    expect(await countInstalls()).toBe(1)
  })

  it('prints the output of npm when it fails, and retries at the next start', async () => {
    await npm(`console.log('npm error: no network'); process.exit(7)`)
    const failed = {
      code: 1,
      stderr:
        'Installing dependencies, which takes about a minute…\nnpm error: no network\nFailed to install the dependencies.\n',
    }
    expect(await install()).toEqual(failed)
    expect(await install()).toEqual(failed)
  })

  it('fails when npm did not install the pinned Node.js', async () => {
    await npm(`
      require('node:fs').mkdirSync('node_modules/node', { recursive: true })
      require('node:fs').writeFileSync('node_modules/node/package.json', '{"version":"24.0.0"}')`)
    expect(await install()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('npm did not install Node.js'),
    })
  })

  it.each([
    ['the user installed with npm', undefined],
    ['an older version of the lock file listed', 'another fingerprint'],
  ])('accepts dependencies that %s', async (_, stamp) => {
    await install()
    await rm(join(root, 'node_modules', '.masthead-lock'))
    if (stamp) await writeFile(join(root, 'node_modules', '.masthead-lock'), stamp)
    await writeFile(
      join(root, 'node_modules', '.package-lock.json'),
      await readFile(join(root, 'package-lock.json')),
    )
    expect(await install()).toEqual({ code: 0, stderr: '' })
    expect(await countInstalls()).toBe(1)
  })
})

describe('matchesLockFile', () => {
  const locked = {
    '': { version: '9.9.9' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/for-another-platform': { version: '1.0.0', optional: true },
  }
  it.each([
    ['the same packages', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }, true],
    ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }, false],
    ['other content', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }, false],
    ['a missing package', {}, false],
    ['no npm record', undefined, false],
  ])('%s', async (_, installed, isMatch) => {
    await mkdir(join(root, 'node_modules'))
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }))
    if (installed) {
      await writeFile(
        join(root, 'node_modules', '.package-lock.json'),
        JSON.stringify({ packages: installed }),
      )
    }
    expect(matchesLockFile(root)).toBe(isMatch)
  })
})
