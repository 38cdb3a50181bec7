// What Lighthouse gives a reader's page on a phone: a throttled network and processor, simulated from one real load.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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
/** What counts the views of a page (decision 15) has a budget of its own. */
const BEACON = /\/count-views-/
const MOST_BEACON = 1_500

/**
 * The figures of a page, each the median of several loads: the scores with their bars and whether they hold, and the
 * times that they come from, with the speed of the machine: tasks take the longer, and the score of performance is the
 * lower, the busier it is. So it stands beside the score of the same loads in which each task takes no longer than the
 * processor worked on it.
 *
 * @param {string} url
 * @returns {Promise<{ scores: { what: string, figure: string, bar: string, holds: boolean }[], times: string }>}
 */
export async function scorePage(url) {
  const reports = []
  for (let run = 0; run < RUNS; run++) reports.push(await report(url))
  return { scores: await judge(reports), times: times(reports.map(({ lhr }) => lhr)) }
}

async function judge(reports) {
  const lhrs = reports.map(({ lhr }) => lhr)
  const scores = Object.entries(CATEGORIES).map(([category, bar]) => {
    const score = median(lhrs.map(({ categories }) => Math.round(categories[category].score * 100)))
    return { what: category, figure: String(score), bar: `at least ${bar}`, holds: score >= bar }
  })
  const unhindered = median(reports.map(({ unhindered }) => unhindered))
  const shift = median(lhrs.map(({ audits }) => audits['cumulative-layout-shift'].numericValue))
  const { pages, beacon } = await scriptBytes(lhrs[0])
  return [
    ...scores,
    {
      what: 'performance by processor time',
      figure: String(unhindered),
      bar: `at least ${CATEGORIES.performance}`,
      holds: unhindered >= CATEGORIES.performance,
    },
    { what: 'layout shift', figure: shift.toFixed(3), bar: '0', holds: shift === 0 },
    budget('script', pages, MOST_SCRIPT),
    budget('script of the beacon', beacon, MOST_BEACON),
  ]
}

function budget(what, gzip, most) {
  return {
    what,
    figure: `${kilobytes(gzip)} gzip`,
    bar: `at most ${kilobytes(most)}`,
    holds: gzip <= most,
  }
}

/** One load in a browser of its own, and the score of its performance by processor time. */
async function report(url) {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-lighthouse-'))
  const browser = await startBrowser()
  try {
    const options = { logLevel: 'error', onlyCategories: Object.keys(CATEGORIES), auditMode: folder }
    const lhr = await judgeLoad(url, { ...options, port: browser.port, gatherMode: folder })
    await squeezeTasks(folder)
    const { categories } = await judgeLoad(url, options)
    return { lhr, unhindered: Math.round(categories.performance.score * 100) }
  } finally {
    await browser.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function judgeLoad(url, options) {
  const result = await lighthouse(url, options)
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`)
  return result.lhr
}

/** Makes each task of the kept traces as long as the processor worked on it, and what is in it shorter by the same factor. */
async function squeezeTasks(folder) {
  for (const name of (await readdir(folder)).filter((name) => name.endsWith('trace.json'))) {
    const file = join(folder, name)
    const trace = JSON.parse(await readFile(file, 'utf8'))
    const whole = trace.traceEvents.filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
    const threads = Map.groupBy(whole, ({ pid, tid }) => `${pid} ${tid}`)
    for (const events of threads.values())
      squeezeThread(events.toSorted((a, b) => a.ts - b.ts || b.dur - a.dur))
    await writeFile(file, JSON.stringify(trace))
  }
}

function squeezeThread(events) {
  let task = { start: 0, end: 0, factor: 1 }
  for (const event of events) {
    if (event.ts >= task.end)
      task = {
        start: event.ts,
        end: event.ts + event.dur,
        factor: event.dur ? Math.min(1, (event.tdur ?? event.dur) / event.dur) : 1,
      }
    event.ts = task.start + (event.ts - task.start) * task.factor
    event.dur *= task.factor
  }
}

async function startBrowser() {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-lighthouse-'))
  const browser = spawn(
    await findOrInstallBrowser(),
    [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own: Debian starts the browser by a shell script, which ends without it.
      detached: true,
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
      process.kill(-browser.pid, 'SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** What the scripts of a load take as gzip, without and of the beacon. */
async function scriptBytes({ audits }) {
  const urls = audits['network-requests'].details.items
    .filter(({ resourceType }) => resourceType === 'Script')
    .map(({ url }) => url)
  const sum = async (urls) =>
    (await Promise.all(urls.map(gzipBytes))).reduce((total, bytes) => total + bytes, 0)
  return {
    pages: await sum(urls.filter((url) => !BEACON.test(url))),
    beacon: await sum(urls.filter((url) => BEACON.test(url))),
  }
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
