// Repeats attacks and faults against the built server: npm run faults -- --help
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { killedBackups, killedRestores } from './backups.mjs'
import { databaseFaults } from './database-faults.mjs'
import { hungDatabase } from './hung-database.mjs'
import { killedWorkers } from './killed-workers.mjs'
import { longTexts } from './long-texts.mjs'
import { memory } from './memory.mjs'
import { misbehavingFeeds } from './misbehaving-feeds.mjs'
import { overload } from './overload.mjs'
import { removedArticles } from './removed-articles.mjs'
import { rollingRestart } from './rolling-restart.mjs'
import { formatResult, REPORT_HEADER, runClass } from './run-class.mjs'
import { severalMachines } from './several-machines.mjs'
import { slowClients } from './slow-clients.mjs'

const CLASSES = [
  longTexts,
  slowClients,
  misbehavingFeeds,
  memory,
  overload,
  hungDatabase,
  removedArticles,
  ...databaseFaults,
  severalMachines,
  killedBackups,
  killedRestores,
  killedWorkers,
  rollingRestart,
]

const HELP = `Usage: npm run faults -- [options]

Starts the built server on this machine, attacks it, and prints how many attacks it survived.

  --only NAME   runs one class; may be repeated
  --list        lists the classes
  --seed N      repeats the random choices of an earlier run`

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  },
})
process.exitCode = await main(values)

async function main({ only, list, help, seed = String(Math.floor(Math.random() * 1_000_000)) }) {
  const unknown = only?.find((name) => !CLASSES.some((one) => one.name === name))
  if (help) return print(HELP, 0)
  if (list) return print(CLASSES.map(({ name, title }) => `${name.padEnd(20)}${title}`).join('\n'), 0)
  if (unknown) return print(`There is no class ${unknown}. See --list.`, 2)
  if (!/^\d{1,9}$/.test(seed)) return print('--seed must be an integer.', 2)
  if (!existsSync('dist/server/server.js')) return print('Run "npm run build" first.', 2)
  console.log(`seed ${seed}\n\n${REPORT_HEADER}`)
  const failed = []
  for (const one of CLASSES.filter(({ name }) => only?.includes(name) ?? true)) {
    if (one.missing) {
      console.log(`${one.title}: skipped, ${one.missing}`)
      continue
    }
    const result = await runClass(one, Number(seed))
    console.log(formatResult(result))
    if (result.survived < result.tried) failed.push(one.name)
  }
  return failed.length > 0 ? print(`\nfailed: ${failed.join(', ')}`, 1) : print('\nall survived', 0)
}

function print(text, code) {
  console.log(text)
  return code
}
