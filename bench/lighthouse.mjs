// What Lighthouse gives a reader's page on a phone: a throttled network and processor, simulated from one real load.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import lighthouse from 'lighthouse'
import { findOrInstallBrowser } from '../checks/browser.mjs'

const RUNS = 5
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** The least score of each category, of 100. */
const CATEGORIES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const MOST_SCRIPT = 135_000

/**
 * The figures of a page, each the median of several loads: the scores with their bars and whether they hold, and the
 * times that they come from, with the speed of the machine: tasks take the longer, and the score of performance is the
 * lower, the busier it is.
 *
 * @param {string} url
 * @returns {Promise<{ scores: { what: string, figure: string, bar: string, holds: boolean }[], times: string }>}
 */
export async function scorePage(url) {
  const reports = []
  for (let run = 0; run < RUNS; run++) reports.push(await report(url))
  return { scores: await judge(reports), times: times(reports) }
}

async function judge(reports) {
  const scores = Object.entries(CATEGORIES).map(([category, bar]) => {
    const score = median(reports.map(({ categories }) => Math.round(categories[category].score * 100)))
    return { what: category, figure: String(score), bar: `at least ${bar}`, holds: score >= bar }
  })
  const shift = median(reports.map(({ audits }) => audits['cumulative-layout-shift'].numericValue))
  const { transferred, gzip } = await scriptBytes(reports[0])
  return [
    ...scores,
    { what: 'layout shift', figure: shift.toFixed(3), bar: '0', holds: shift === 0 },
    {
      what: 'script',
      figure: `${kilobytes(gzip)} gzip (${kilobytes(transferred)} transferred)`,
      bar: `at most ${kilobytes(MOST_SCRIPT)} gzip`,
      holds: gzip <= MOST_SCRIPT,
    },
  ]
}

/** One load in a browser of its own. */
async function report(url) {
  const browser = await startBrowser()
  try {
    const onlyCategories = Object.keys(CATEGORIES)
    const result = await lighthouse(url, { port: browser.port, logLevel: 'error', onlyCategories })
    if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`)
    return result.lhr
  } finally {
    await browser.stop()
  }
}

async function startBrowser() {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-lighthouse-'))
  const browser = spawn(
    await findOrInstallBrowser(),
    [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = new Promise((resolve) => browser.once('exit', resolve))
  const port = await new Promise((resolve, reject) => {
    createInterface({ input: browser.stderr }).on('line', (line) => {
      const [, port] = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line) ?? []
      if (port) resolve(Number(port))
    })
    ended.then(() => reject(new Error('The browser ended')))
  })
  return {
    port,
    async stop() {
      browser.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** What the scripts of a load took on the wire, and what they would take as gzip. */
async function scriptBytes({ audits }) {
  const scripts = audits['network-requests'].details.items.filter(
    ({ resourceType }) => resourceType === 'Script',
  )
  const sizes = await Promise.all(scripts.map(({ url }) => gzipBytes(url)))
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
  return { transferred: sum(scripts.map(({ transferSize }) => transferSize)), gzip: sum(sizes) }
}

function gzipBytes(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, async (response) => {
      resolve(Buffer.concat(await Array.fromAsync(response)).length)
    }).on('error', reject)
  })
}

function times(reports) {
  const metrics = {
    FCP: 'first-contentful-paint',
    LCP: 'largest-contentful-paint',
    TBT: 'total-blocking-time',
  }
  const figures = Object.entries(metrics).map(([name, audit]) => {
    const time = median(reports.map(({ audits }) => audits[audit].numericValue))
    return `${name} ${Math.round(time)} ms`
  })
  const speed = median(reports.map(({ environment }) => environment.benchmarkIndex))
  return `${figures.join(', ')}; speed of the machine ${Math.round(speed)}, where a quiet desktop has 1,500 or more`
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
