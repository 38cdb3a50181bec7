import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { npmInstalledAll } from './install.mjs'

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

/** Runs the launcher's first step as `npm start` would, with `npm` in the place of npm. */
async function install(): Promise<{ code: number | null; said: string }> {
  const script = `import { ensureDependencies } from './bin/install.mjs'
    await ensureDependencies(process.cwd()).catch((error) => { console.error(error.message); process.exitCode = 1 })`
  const env = { ...process.env, npm_execpath: join(root, 'npm', 'npm-cli.js') }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, code] = await Promise.all([text(child.stderr), ended])
  return { code, said }
}

async function installs(): Promise<number> {
  const log = await readFile(join(root, 'npm.log'), 'utf8').catch(() => '')
  return log.split('\n').length - 1
}

describe('the dependencies', () => {
  it('are installed once, with all that building needs', async () => {
    expect(await install()).toEqual({ code: 0, said: 'Installing dependencies…\n' })
    expect(await install()).toEqual({ code: 0, said: '' })
    expect(await readFile(join(root, 'npm.log'), 'utf8')).toBe(
      'ci --include=dev --include=optional --ignore-scripts=false --no-audit --no-fund\n',
    )
  })

  it('are installed again when the lock file has changed', async () => {
    await install()
    await lock('1.0.1')
    expect((await install()).said).toBe('Installing dependencies…\n')
    expect(await installs()).toBe(2)
  })

  it('are installed by one of two launches at once', async () => {
    const outcomes = await Promise.all([install(), install()])
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0])
    expect(await installs()).toBe(1)
  })

  it('that fail to install are told of, with what npm said, and tried again at the next launch', async () => {
    await npm(`console.log('npm error: no network'); process.exit(7)`)
    const failed = {
      code: 1,
      said: 'Installing dependencies…\nnpm error: no network\nThe dependencies could not be installed.\n',
    }
    expect(await install()).toEqual(failed)
    expect(await install()).toEqual(failed)
  })

  it('without the Node.js among them are not good enough', async () => {
    await npm(`
      require('node:fs').mkdirSync('node_modules/node', { recursive: true })
      require('node:fs').writeFileSync('node_modules/node/package.json', '{"version":"24.0.0"}')`)
    expect(await install()).toMatchObject({
      code: 1,
      said: expect.stringContaining('not the Node.js among them'),
    })
  })

  it('that npm installed by hand are taken as they are', async () => {
    await install()
    await rm(join(root, 'node_modules', '.masthead-lock'))
    await writeFile(
      join(root, 'node_modules', '.package-lock.json'),
      await readFile(join(root, 'package-lock.json')),
    )
    expect(await install()).toEqual({ code: 0, said: '' })
    expect(await installs()).toBe(1)
  })
})

describe('what npm installed by hand', () => {
  const locked = {
    '': { version: '9.9.9' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/for-another-machine': { version: '1.0.0', optional: true },
  }
  it.each([
    ['is all of it', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }, true],
    ['is another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }, false],
    ['is another content', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }, false],
    ['lacks a package', {}, false],
    ['is unknown', undefined, false],
  ])('%s', async (_, installed, isAll) => {
    await mkdir(join(root, 'node_modules'))
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }))
    if (installed) {
      await writeFile(
        join(root, 'node_modules', '.package-lock.json'),
        JSON.stringify({ packages: installed }),
      )
    }
    expect(npmInstalledAll(root)).toBe(isAll)
  })
})
