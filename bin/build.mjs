import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { projectEnvironment } from './pinned-node.mjs'
import { precompress } from './precompress.mjs'
import { runQuietly } from './run-quietly.mjs'

/** What a build is made from. */
const SOURCES = ['src', 'public', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']
/** Files below them that it is not: tests, and what the build itself generates. */
const NO_SOURCE = /\.(test|gen)\.tsx?$/

/**
 * Builds `dist/` where it is missing or older than its sources.
 *
 * @param {string} root the project's folder
 * @returns {Promise<boolean>} whether there was something to build
 */
export async function ensureBuild(root) {
  if (isBuilt(root)) return false
  return withLock(join(root, '.masthead.lock'), async (hold) => {
    if (isBuilt(root)) return false
    console.error('Building…')
    const fingerprint = sourceFingerprint(root)
    rmSync(stampFile(root), { force: true })
    await runQuietly({ ...viteBuild(root), cwd: root, failure: 'The build failed.' }, hold)
    await precompress(join(root, 'dist', 'client'))
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(stampFile(root), fingerprint)
    return true
  })
}

/** Written last and removed first, so that a build that was cut short is never taken for a whole one. @param {string} root */
const stampFile = (root) => join(root, 'dist', '.masthead-build')

/** @param {string} root */
function isBuilt(root) {
  const stamp = stampFile(root)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceFingerprint(root)
}

/** @param {string} root */
function viteBuild(root) {
  return {
    command: process.execPath,
    args: [join(root, 'node_modules/vite/bin/vite.js'), 'build'],
    env: { ...projectEnvironment(root), NODE_ENV: 'production' },
  }
}

/**
 * A hash over the names and contents of all sources.
 *
 * @param {string} root
 */
export function sourceFingerprint(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesOf(root, source)) {
      const content = readFileSync(join(root, file))
      hash.update(`${file}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

/**
 * The files at or below `path`, in an order that is the same everywhere.
 *
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return NO_SOURCE.test(path) ? [] : [path]
  const names = readdirSync(join(root, path)).sort()
  return names.flatMap((name) => filesOf(root, `${path}/${name}`))
}
