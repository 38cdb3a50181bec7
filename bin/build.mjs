import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { withLock } from './lock.mjs'
import { projectEnvironment } from './node-runtime.mjs'
import { runCommand } from './run-command.mjs'

const SOURCES = ['src', 'public', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']
/** Tests, and files that the build itself generates. */
const NOT_A_SOURCE = /\.(test|gen)\.tsx?$/
const COMPRESSIBLE = /\.(css|html|ico|js|json|map|svg|txt|webmanifest|xml)$/
const MIN_COMPRESSIBLE_BYTES = 512

/**
 * Builds `dist/` unless it is up to date.
 *
 * @param {string} root the project folder
 * @returns {Promise<boolean>} whether a build was necessary
 */
export async function ensureBuild(root) {
  if (isBuilt(root)) return false
  return withLock(join(root, '.masthead.lock'), async (addHolder) => {
    if (isBuilt(root)) return false
    console.error('Building…')
    const startedAt = performance.now()
    const fingerprint = sourceFingerprint(root)
    rmSync(stampFile(root), { force: true })
    await runCommand(
      {
        command: process.execPath,
        args: [join(root, 'node_modules/vite/bin/vite.js'), 'build'],
        cwd: root,
        env: { ...projectEnvironment(root), NODE_ENV: 'production' },
        errorMessage: 'The build failed.',
      },
      addHolder,
    )
    mkdirSync(join(root, 'dist', 'licenses'), { recursive: true })
    for (const side of ['client', 'server'])
      renameSync(join(root, 'dist', side, 'licenses.json'), join(root, 'dist', 'licenses', `${side}.json`))
    await precompress(join(root, 'dist', 'client'))
    writeFileSync(stampFile(root), fingerprint)
    console.error(`Built in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
    return true
  })
}

/** Removed first and written last, so that an interrupted build never counts as complete. @param {string} root */
const stampFile = (root) => join(root, 'dist', '.masthead-build')

/** @param {string} root */
function isBuilt(root) {
  const stamp = stampFile(root)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceFingerprint(root)
}

/**
 * Hash of the names and contents of all source files.
 *
 * @param {string} root
 */
export function sourceFingerprint(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of listFiles(root, source)) {
      const content = readFileSync(join(root, file))
      hash.update(`${file}\0${content.length}\0`).update(content)
    }
  }
  return hash.digest('hex')
}

/**
 * Lists source files at or below `path` in an order that does not depend on the machine.
 *
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return NOT_A_SOURCE.test(path) ? [] : [path]
  const names = readdirSync(join(root, path)).sort()
  return names.flatMap((name) => listFiles(root, `${path}/${name}`))
}

/** Writes `.br` and `.gz` variants of all compressible files in `folder`. @param {string} folder */
async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  await Promise.all(files.map((file) => compress(join(file.parentPath ?? file.path, file.name))))
}

/** @param {string} file */
async function compress(file) {
  const content = await readFile(file)
  if (content.length < MIN_COMPRESSIBLE_BYTES) return
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const variants = {
    '.br': await promisify(brotliCompress)(content, { params: quality }),
    '.gz': await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [suffix, bytes] of Object.entries(variants)) {
    if (bytes.length < content.length) await writeFile(file + suffix, bytes)
  }
}
