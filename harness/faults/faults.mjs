// Repeats attacks and faults against the built server: npm run faults -- --help
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { credentials, signIns } from './accounts.mjs'
import { killedBackups, killedRestores } from './backups.mjs'
import { beacons } from './beacons.mjs'
import { cacheMemory } from './cache-memory.mjs'
import { calls } from './calls.mjs'
import { forgedAddresses } from './clients.mjs'
import { crashes } from './crashes.mjs'
import { connectionLoss, hungDatabase, postmasterSignals } from './database.mjs'
import { databaseFaults } from './database-faults.mjs'
import { feeds } from './feeds.mjs'
import { ingests } from './ingests.mjs'
import { killedWorkers } from './killed-workers.mjs'
import { longTexts } from './long-texts.mjs'
import { mailbox } from './mailbox.mjs'
import { misbehavingFeeds } from './misbehaving-feeds.mjs'
import { newerDatabase } from './newer-database.mjs'
import { overload } from './overload.mjs'
import { payloads } from './payloads.mjs'
import { publishing } from './publishing.mjs'
import { removedArticles, withheldImages } from './removed-articles.mjs'
import { requests } from './requests.mjs'
import { rollingRestart, rollingRestartBehindNginx } from './rolling-restart.mjs'
import { exitCode, formatResult, REPORT_HEADER, runClass } from './run-class.mjs'
import { sharedDatabase } from './shared-database.mjs'
import { signInFlood } from './sign-in-flood.mjs'
import { slowClients } from './slow-clients.mjs'
import { slowUploads } from './slow-uploads.mjs'
import { twoPeople } from './two-people.mjs'

const CLASSES = [
  payloads,
  longTexts,
  calls,
  requests,
  slowClients,
  slowUploads,
  forgedAddresses,
  beacons,
  mailbox,
  signIns,
  signInFlood,
  credentials,
  feeds,
  misbehavingFeeds,
  cacheMemory,
  overload,
  connectionLoss,
  postmasterSignals,
  hungDatabase,
  removedArticles,
  withheldImages,
  crashes,
  ingests,
  publishing,
  twoPeople,
  ...databaseFaults,
  newerDatabase,
  sharedDatabase,
  killedBackups,
  killedRestores,
  killedWorkers,
  rollingRestart,
  rollingRestartBehindNginx,
]

const HELP = `Usage: npm run faults -- [options]

Starts the built server on this machine, attacks it, and prints how many attacks it survived.

  --only NAME   runs one class; may be repeated
  --list        lists the classes
  --seed N      draws the payloads with this seed`

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  },
})
process.exitCode = await main(values)

async function main({ only, list, seed: givenSeed, help }) {
  const seed = givenSeed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(givenSeed)
  const unknown = only?.find((name) => !CLASSES.some((one) => one.name === name))
  if (help) return print(HELP, 0)
  if (list) return print(CLASSES.map(({ name, title }) => `${name.padEnd(20)}${title}`).join('\n'), 0)
  if (unknown) return print(`There is no class ${unknown}. See --list.`, 2)
  if (!Number.isSafeInteger(seed)) return print('--seed must be an integer.', 2)
  if (!existsSync('dist/server/server.js')) return print('Run "npm run build" first.', 2)
  console.log(`seed ${seed}\n\n${REPORT_HEADER}`)
  const results = []
  for (const one of CLASSES.filter(({ name }) => only?.includes(name) ?? true)) {
    if (one.missing) {
      console.log(`${one.title}: skipped, ${one.missing}`)
      continue
    }
    const result = await runClass(one, seed)
    results.push(result)
    console.log(formatResult(result))
  }
  const failed = results.filter(({ tried, survived }) => tried !== survived)
  console.log(failed.length > 0 ? `\nfailed: ${failed.map(({ name }) => name).join(', ')}` : '\nall survived')
  return exitCode(results)
}

function print(text, code) {
  console.log(text)
  return code
}
