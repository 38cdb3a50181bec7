// Long measurements of backups and restores: node harness/bench/operations.mjs
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.server.ts'
import { measureBackups } from './backups.mjs'

/** How much higher the peak memory of a large site may be than that of a small one. */
const MAX_GROWTH_MB = 150

const folder = await mkdtemp(join(tmpdir(), 'masthead-bench-'))
const postgres = await openEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => {} })
try {
  await benchBackups()
} finally {
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
}

async function benchBackups() {
  const results = await measureBackups(postgres.ownerUrl, folder)
  const [small] = results
  for (const { name, articles: count, gigabytes, ...commands } of results)
    for (const [command, { seconds, peakMb }] of Object.entries(commands)) {
      const growthMb = peakMb - small[command].peakMb
      console.log(
        `${command}, ${name} site: ${count.toLocaleString('en-GB')} articles, ${gigabytes.toFixed(1)} GB of uploads, ${seconds.toFixed(0)} s, peak memory ${peakMb.toFixed(0)} MB (${verdict(growthMb < MAX_GROWTH_MB)}, ${growthMb.toFixed(0)} MB more than the small site)`,
      )
    }
}

function verdict(isMet) {
  return isMet ? 'met' : 'missed'
}
