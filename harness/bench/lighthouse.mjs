// Lighthouse scores of a page on a phone: network and CPU throttling are simulated from one real page load.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import lighthouse from 'lighthouse'
import { BROWSER_FLAGS, findOrInstallBrowser } from '../../checks/browser.mjs'
import { serveStaticCopy } from './static-copy.mjs'

const RUNS = 5
/** Minimum score of each category, out of 100. */
const MIN_SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Limits of the longest task after the first contentful paint, and of the total blocking time. */
const MAX_TASK_MS = 50
const MAX_BLOCKING_MS = 50
const MAX_SCRIPT_BYTES = 135_000
/** The script that counts page views has its own budget. */
const BEACON = /\/track-page-views-/
const MAX_BEACON_BYTES = 1_500

/**
 * Scores a page with the median of several loads. A busy machine makes tasks longer and lowers the performance score.
 * Results "by CPU time" are therefore those of the same loads with each task shortened to its CPU time. Tasks are
 * compared with those of a copy of the page without scripts.
 *
 * @param {string} url
 * @returns {Promise<{ scores: { metric: string, value: string, bar: string, isMet: boolean }[], times: string }>}
 */
export async function scorePage(url) {
  const copy = await serveStaticCopy(url)
  const reports = []
  const copyReports = []
  try {
    for (let run = 0; run < RUNS; run++) {
      reports.push(await measureLoad(url))
      copyReports.push(await measureLoad(copy.url))
    }
  } finally {
    await copy.close()
  }
  return {
    scores: await summarise(reports, copyReports),
    times: formatTimes(reports.map(({ lhr }) => lhr)),
  }
}

async function summarise(reports, copyReports) {
  const lhrs = reports.map(({ lhr }) => lhr)
  const compareTasks = (metric, bar, readMs) => {
    const [ms, copyMs] = [reports, copyReports].map((reports) => Math.round(median(reports.map(readMs))))
    return { metric, value: `${ms} ms, static copy ${copyMs} ms`, bar: `at most ${bar}`, isMet: ms <= bar }
  }
  const scores = Object.entries(MIN_SCORES).map(([category, bar]) => {
    const score = median(lhrs.map(({ categories }) => Math.round(categories[category].score * 100)))
    return { metric: category, value: String(score), bar: `at least ${bar}`, isMet: score >= bar }
  })
  const cpuScore = median(reports.map(({ cpuScore }) => cpuScore))
  const shift = median(lhrs.map(({ audits }) => audits['cumulative-layout-shift'].numericValue))
  const { page, beacon } = await scriptBytes(lhrs[0])
  return [
    ...scores,
    {
      metric: 'performance by CPU time',
      value: String(cpuScore),
      bar: `at least ${MIN_SCORES.performance}`,
      isMet: cpuScore >= MIN_SCORES.performance,
    },
    compareTasks('longest task by CPU time', MAX_TASK_MS, ({ longestTaskMs }) => longestTaskMs),
    compareTasks('blocking time by CPU time', MAX_BLOCKING_MS, ({ blockingMs }) => blockingMs),
    { metric: 'layout shift', value: shift.toFixed(3), bar: '0', isMet: shift === 0 },
    checkBudget('script', page, MAX_SCRIPT_BYTES),
    checkBudget('beacon script', beacon, MAX_BEACON_BYTES),
  ]
}

function checkBudget(metric, bytes, maxBytes) {
  return {
    metric,
    value: `${kilobytes(bytes)} gzip`,
    bar: `at most ${kilobytes(maxBytes)}`,
    isMet: bytes <= maxBytes,
  }
}

/** Loads the page in a new browser. Returns the report, and results by CPU time. */
async function measureLoad(url) {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-lighthouse-'))
  const browser = await startBrowser()
  try {
    const options = { logLevel: 'error', onlyCategories: Object.keys(MIN_SCORES), auditMode: folder }
    const lhr = await runLighthouse(url, { ...options, port: browser.port, gatherMode: folder })
    const longestTaskMs = (await shortenTasks(folder)) * lhr.configSettings.throttling.cpuSlowdownMultiplier
    const { categories, audits } = await runLighthouse(url, options)
    return {
      lhr,
      longestTaskMs,
      blockingMs: audits['total-blocking-time'].numericValue,
      cpuScore: Math.round(categories.performance.score * 100),
    }
  } finally {
    await browser.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runLighthouse(url, options) {
  const result = await lighthouse(url, options)
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`)
  return result.lhr
}

/**
 * Shortens each task of the stored trace to its CPU time, and the events in it by the same factor.
 *
 * @returns the duration of the page's longest task after the first contentful paint, in ms
 */
async function shortenTasks(folder) {
  const file = join(folder, 'trace.json')
  const trace = JSON.parse(await readFile(file, 'utf8'))
  const complete = trace.traceEvents.filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
  const paint = trace.traceEvents.findLast(({ name }) => name === 'firstContentfulPaint')
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`
  const threads = Map.groupBy(complete, threadOf)
  const pageTasks = threads
    .get(threadOf(paint))
    .filter(({ name, ts, dur }) => name === 'RunTask' && ts + dur > paint.ts)
  for (const events of threads.values())
    shortenThread(events.toSorted((a, b) => a.ts - b.ts || b.dur - a.dur))
  await writeFile(file, JSON.stringify(trace))
  return Math.max(...pageTasks.map(({ dur }) => dur)) / 1000
}

function shortenThread(events) {
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
    [
      '--headless=new',
      ...BROWSER_FLAGS,
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      'about:blank',
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Debian starts the browser by a shell script. A process group lets us stop both.
      detached: true,
    },
  )
  const exited = new Promise((resolve) => browser.once('exit', resolve))
  const port = await new Promise((resolve, reject) => {
    createInterface({ input: browser.stderr }).on('line', (line) => {
      const [, port] = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line) ?? []
      if (port) resolve(Number(port))
    })
    exited.then(() => reject(new Error('The browser exited')))
  })
  return {
    port,
    async stop() {
      process.kill(-browser.pid, 'SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Gzip sizes of the scripts of a page load, with the beacon apart. */
async function scriptBytes({ audits }) {
  const urls = audits['network-requests'].details.items
    .filter(({ resourceType }) => resourceType === 'Script')
    .map(({ url }) => url)
  const sum = async (urls) =>
    (await Promise.all(urls.map(gzipBytes))).reduce((total, bytes) => total + bytes, 0)
  return {
    page: await sum(urls.filter((url) => !BEACON.test(url))),
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

function formatTimes(reports) {
  const metrics = {
    FCP: 'first-contentful-paint',
    LCP: 'largest-contentful-paint',
    TBT: 'total-blocking-time',
  }
  const times = Object.entries(metrics).map(([name, audit]) => {
    const time = median(reports.map(({ audits }) => audits[audit].numericValue))
    return `${name} ${Math.round(time)} ms`
  })
  const speed = median(reports.map(({ environment }) => environment.benchmarkIndex))
  return `${times.join(', ')}; benchmark index ${Math.round(speed)} (an idle desktop has 1,500 or more)`
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
