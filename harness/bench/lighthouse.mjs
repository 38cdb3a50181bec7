// Lighthouse scores of a page on a phone: network and CPU throttling are simulated from one real page load.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'
import { BROWSER_FLAGS, findOrInstallBrowser } from '../../checks/browser.mjs'
import { numbers } from '../shared/client.mjs'
import { loadPages } from './articles.mjs'
import { atLeast, atMost, median, print } from './report.mjs'

const ARTICLES = 100
const RUNS = 5
/** Minimum score of each category, out of 100. */
const MIN_SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Limits of the longest task after the first contentful paint, and of the total blocking time. */
const MAX_TASK_MS = 50
const MAX_BLOCKING_MS = 50
const TIMES = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
}

/**
 * Scores each page with the median of several loads. A busy machine makes tasks longer and lowers the performance score.
 * Results "by CPU time" are therefore those of the same loads with each task shortened to its CPU time.
 */
export async function benchLighthouse(bench) {
  for (const [name, url] of Object.entries(await loadPages(bench, ARTICLES))) {
    const loads = []
    for (const _ of numbers(RUNS)) loads.push(await measureLoad(url))
    const medianOf = (read) => median(loads.map(read))
    const metric = (title, value, target) => print(`Lighthouse ${name}, ${title}`, value, target)
    for (const [category, bar] of Object.entries(MIN_SCORES)) {
      const score = medianOf(({ lhr }) => Math.round(lhr.categories[category].score * 100))
      metric(category, String(score), atLeast(score, bar))
    }
    const score = medianOf(({ cpuScore }) => cpuScore)
    metric('performance by CPU time', String(score), atLeast(score, MIN_SCORES.performance))
    const task = Math.round(medianOf(({ longestTaskMs }) => longestTaskMs))
    metric('longest task by CPU time', `${task} ms`, atMost(task, MAX_TASK_MS))
    const blocking = Math.round(medianOf(({ blockingMs }) => blockingMs))
    metric('blocking time by CPU time', `${blocking} ms`, atMost(blocking, MAX_BLOCKING_MS))
    const shift = medianOf(({ lhr }) => lhr.audits['cumulative-layout-shift'].numericValue)
    metric('layout shift', shift.toFixed(3), atMost(shift, 0))
    const times = Object.entries(TIMES).map(
      ([title, audit]) => `${title} ${Math.round(medianOf(({ lhr }) => lhr.audits[audit].numericValue))} ms`,
    )
    const speed = Math.round(medianOf(({ lhr }) => lhr.environment.benchmarkIndex))
    metric('times', `${times.join(', ')}; benchmark index ${speed} (an idle desktop has 1,500 or more)`)
  }
}

/** Loads the page in a new browser. Returns the report, and results by CPU time. */
async function measureLoad(url) {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-lighthouse-'))
  const browser = await puppeteer.launch({
    executablePath: await findOrInstallBrowser(),
    args: BROWSER_FLAGS,
  })
  try {
    const options = { logLevel: 'error', onlyCategories: Object.keys(MIN_SCORES), auditMode: folder }
    const port = Number(new URL(browser.wsEndpoint()).port)
    const lhr = await runLighthouse(url, { ...options, port, gatherMode: folder })
    const longestTaskMs = (await shortenTasks(folder)) * lhr.configSettings.throttling.cpuSlowdownMultiplier
    const { categories, audits } = await runLighthouse(url, options)
    return {
      lhr,
      longestTaskMs,
      blockingMs: audits['total-blocking-time'].numericValue,
      cpuScore: Math.round(categories.performance.score * 100),
    }
  } finally {
    await browser.close()
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
