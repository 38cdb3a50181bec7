// Measures the speed of the built server: npm run bench -- --help
import { parseArgs } from 'node:util'
import { startSmtpTestServer } from '#features/newsletter/testing/smtp-test-server.ts'
import { startPostgres } from '../shared/postgres.mjs'
import { benchAnalytics } from './analytics.mjs'
import { benchBackups } from './backups.mjs'
import { benchBeacons } from './beacons.mjs'
import { benchCached, benchUncached } from './cached.mjs'
import { benchDesk } from './desk.mjs'
import { benchEditor } from './editor.mjs'
import { benchFeeds, startPublishers } from './feeds.mjs'
import { benchImports } from './imports.mjs'
import { benchLighthouse } from './lighthouse.mjs'
import { benchNewsletter } from './newsletter.mjs'
import { residentMemoryMb, startSite } from './processes.mjs'
import { benchMillion } from './queries.mjs'
import { print } from './report.mjs'
import { benchWorkers } from './workers.mjs'

const PARTS = {
  newsletter: benchNewsletter,
  lighthouse: benchLighthouse,
  editor: benchEditor,
  workers: benchWorkers,
  cached: benchCached,
  uncached: benchUncached,
  desk: benchDesk,
  beacons: benchBeacons,
  analytics: benchAnalytics,
  million: benchMillion,
  backups: benchBackups,
  imports: benchImports,
  // Last, since it stops the server.
  feeds: benchFeeds,
}

const HELP = `Usage: npm run bench -- [options] [PART...]

Measures all parts, or some: ${Object.keys(PARTS).join(', ')}

  --articles N   stores N articles in place of 100,000, and as many fewer feeds`

const { values, positionals } = parseArgs({
  options: { articles: { type: 'string', default: '100000' }, help: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.find((name) => !(name in PARTS))
if (values.help) console.log(HELP)
else if (unknown) throw new Error(`There is no part ${unknown}. See --help.`)
else await bench(positionals.length > 0 ? positionals : Object.keys(PARTS))

async function bench(names) {
  await using closing = new AsyncDisposableStack()
  const { folder, url: databaseUrl, client } = await startPostgres(closing, { throwaway: false })
  const mail = closing.use(await startSmtpTestServer())
  const publishers = await startPublishers(closing)
  const site = await startSite({
    DATA_DIR: folder,
    SMTP_URL: mail.url,
    MAIL_FROM: 'news@example.org',
    // Its images are those of the blocks.
    SAMPLE_EDITION: 'on',
    ALLOWED_PRIVATE_HOSTS: publishers.host,
  })
  closing.defer(() => site.stop())
  print('masthead start to first page', `${site.seconds.toFixed(2)} s`)
  const context = { site, client, folder, databaseUrl, mail, publishers, articles: Number(values.articles) }
  for (const [name, run] of Object.entries(PARTS)) if (names.includes(name)) await run(context)
  if (!names.includes('feeds')) print('server memory', `${residentMemoryMb(site.pid).toFixed(0)} MB`)
}
