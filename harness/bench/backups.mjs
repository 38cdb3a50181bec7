import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { migrateDatabase } from '../../src/platform/database/migrate-database.server.ts'
import { loadArticles } from './articles.mjs'
import { root } from './processes.mjs'

const UPLOAD_BYTES = 5 * 1024 * 1024
const SIZES = [
  { name: 'small', articles: 1_000, uploads: 4 },
  { name: 'large', articles: 100_000, uploads: 1_024 },
]
const RUN = `const { run } = await import('./src/app/cli/cli.ts')
process.exitCode = await run(process.argv.slice(1))
console.log('peak', process.resourceUsage().maxRSS)`

/**
 * Backs up and restores a small site, and one with 100,000 articles and 5 GB of uploads.
 *
 * @param {string} ownerUrl of a PostgreSQL
 * @param {string} folder for up to 16 GB of files, which are removed
 * @returns for each size the time, and the peak of the resident memory in MB, of both commands
 */
export async function measureBackups(ownerUrl, folder) {
  const results = []
  for (const { name, articles, uploads } of SIZES) {
    const [original, restored] = [
      await createDatabase(ownerUrl, name),
      await createDatabase(ownerUrl, `${name}_restored`),
    ]
    const client = new pg.Client({ connectionString: original })
    await client.connect()
    await loadArticles(client, articles)
    await client.end()
    const data = join(folder, name)
    await mkdir(join(data, 'article-images'), { recursive: true })
    for (let n = 0; n < uploads; n += 1)
      await writeFile(join(data, 'article-images', `image-${n}.webp`), randomBytes(UPLOAD_BYTES))
    const file = join(folder, `${name}.tar.zst`)
    const backup = await runCommand(['backup', '--to', file], { DATABASE_URL: original, DATA_DIR: data })
    const restore = await runCommand(['restore', file, '--replace'], {
      DATABASE_URL: restored,
      DATA_DIR: join(folder, `${name}-restored`),
    })
    results.push({ name, articles, gigabytes: (uploads * UPLOAD_BYTES) / 1024 ** 3, backup, restore })
    for (const left of [data, file, join(folder, `${name}-restored`)]) await rm(left, { recursive: true })
  }
  return results
}

async function createDatabase(ownerUrl, name) {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(ownerUrl)
  url.pathname = `/${name}`
  await migrateDatabase(url.href)
  return url.href
}

async function runCommand(argv, env) {
  const started = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '--eval', RUN, '--', ...argv], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const output = await text(child.stdout)
  const [status] = await exited
  if (status !== 0) throw new Error(`${argv.join(' ')} exited with status ${status}`)
  const peakMb = Number(/^peak (\d+)$/m.exec(output)[1]) / 1024
  return { seconds: (performance.now() - started) / 1000, peakMb }
}
