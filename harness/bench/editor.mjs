// Times of the article editor in Chromium, from traces.
import { chromium } from '@playwright/test'
import { BROWSER_FLAGS, findOrInstallBrowser } from '../../checks/browser.mjs'
import { signIn } from '../../e2e/fixtures/administrator.ts'
import { openDraftWriter } from '../../e2e/fixtures/draft-writer.ts'
import { numbers } from '../shared/client.mjs'
import { signInAs } from '../shared/site.mjs'
import { until } from '../shared/until.mjs'
import { createBlocks, insertArticle, loadPages } from './articles.mjs'
import { mainThreadMs } from './processes.mjs'
import { print, printTimes, under } from './report.mjs'

const ARTICLES = 100
/** 95th percentiles: from a key press to its paint, and from a click on an article to its text in the editor. */
const MAX_KEY_MS = 30
const MAX_OPENING_MS = 600
/** The size of the requests that save a sentence. */
const MAX_SENTENCE_BYTES = 1_000

const WORDS_PER_PARAGRAPH = 75
/** Words of the text that is opened, and of the one that several people write. */
const OPENED_WORDS = 3_000
const WRITTEN_WORDS = 10_000
/** Blocks of every kind before the words of the second text that is opened. */
const OPENED_BLOCKS = 40
const LAST_WORDS = 'The end.'
/** The paragraph with the caret. */
const MIDDLE = 60
const TITLES = { opening: 'Bridge reopens after the winter', 'opening with blocks': 'The last train home' }
const OPENINGS = 20
const ROUNDS = 4
const KEYS_PER_ROUND = 50
/** 100 words per minute. */
const KEY_INTERVAL_MS = 120
const WARM_UP_KEYS = 20
const SAVE_LIMIT_MS = 30_000
/** Other people, who type as fast. */
const WRITERS = 5
/** As often as an editor sends carets while somebody types (`presence.ts`). */
const CARET_INTERVAL_MS = 300
const SENTENCE =
  'The council has postponed its decision on the bridge until the report is published in March.'
const CATEGORIES = ['-*', 'devtools.timeline', 'blink.user_timing', 'toplevel']
/** A task of a thread, in the category `toplevel`. */
const TASK = 'ThreadControllerImpl::RunTask'
const OPENED = 'article opened'
const SHOWN = 'article shown'
/** Events of one key press, whose result is painted at once. */
const KEY_EVENTS = ['keydown', 'keypress', 'beforeinput', 'input']

/**
 * Opens an article of 3,000 words, and one that also has blocks of every kind, from the list of articles, and types in the
 * middle of one of 10,000 words while five others type. Times "by CPU time" leave out most of what a busy machine adds: of
 * an opening, they are the processor time of the main threads of the page and the server; of a key, its time without the
 * time for which the main thread of the page waited for a processor.
 */
export async function benchEditor(bench) {
  const { client } = bench
  await loadPages(bench, ARTICLES)
  const url = new URL(bench.site.url).origin
  const text = createContent(OPENED_WORDS)
  await insertArticle(client, TITLES.opening, text)
  await insertArticle(client, TITLES['opening with blocks'], (await createBlocks(OPENED_BLOCKS)) + text)
  const id = await insertArticle(client, 'Long read', createContent(WRITTEN_WORDS))
  const browser = await chromium.launch({ executablePath: await findOrInstallBrowser(), args: BROWSER_FLAGS })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const site = { url, sql: async (text, values) => (await client.query(text, values)).rows }
    await signIn(site, context.request)
    const openings = {}
    let page
    for (const [name, title] of Object.entries(TITLES)) {
      openings[name] = []
      // The first one loads the scripts of the editor, and creates the document of the draft.
      for (let n = 0; n <= OPENINGS; n += 1) {
        await page?.close()
        page = await context.newPage()
        const time = await timeOpening(browser, page, { url, title, serverPid: bench.site.pid })
        if (n > 0) openings[name].push(time)
      }
    }
    await page.goto(`${url}/admin/articles?article=${id}`)
    await textBox(page).getByText(LAST_WORDS).waitFor()
    const bytes = await measureSentence(page, site, id)
    const stopWriters = await startWriters(site, id)
    await placeCaret(page)
    await typeKeys(page, WARM_UP_KEYS)
    const keys = []
    for (const _ of numbers(ROUNDS)) keys.push(...(await traceKeys(browser, page)))
    await stopWriters()
    print('editor, autosave of a sentence', `${bytes} bytes`, under(bytes, MAX_SENTENCE_BYTES))
    for (const [suffix, key] of Object.entries({ '': 'ms', ' by CPU time': 'cpuMs' })) {
      for (const [name, times] of Object.entries(openings))
        printTimes(
          `editor, ${name}${suffix}`,
          times.map((time) => time[key]),
          MAX_OPENING_MS,
        )
      printTimes(
        `editor, key to paint${suffix}`,
        keys.map((time) => time[key]),
        MAX_KEY_MS,
      )
    }
  } finally {
    await browser.close()
  }
}

function createContent(wordCount) {
  const words = 'council river bridge report minister market school hospital weather railway'.split(' ')
  const paragraphs = Array.from({ length: Math.ceil(wordCount / WORDS_PER_PARAGRAPH) }, (_, n) =>
    Array.from({ length: WORDS_PER_PARAGRAPH }, (_, i) => words[(n * 3 + i * 7) % words.length]).join(' '),
  )
  return `${paragraphs.map((text) => `<p>${text}</p>`).join('')}<p>${LAST_WORDS}</p>`
}

const textBox = (page) => page.getByRole('textbox', { name: 'Content', exact: true })

async function timeOpening(browser, page, { url, title, serverPid }) {
  await page.goto(`${url}/admin/articles`)
  const button = page.getByRole('button', { name: title, exact: true })
  await button.waitFor()
  await page.evaluate(markOpening, { OPENED, SHOWN, LAST_WORDS })
  const serverMsBefore = mainThreadMs(serverPid)
  const events = await trace(browser, async () => {
    await button.click()
    await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, SHOWN)
  })
  const [opened, shown] = [OPENED, SHOWN].map((name) => events.find((event) => event.name === name))
  const { ms, busyMs } = timeBetween(events, opened, shown.ts)
  return { ms, cpuMs: busyMs + mainThreadMs(serverPid) - serverMsBefore }
}

/** Marks the click, and the first frame in which the text can be edited. Runs in the page. */
function markOpening({ OPENED, SHOWN, LAST_WORDS }) {
  document.addEventListener('click', ({ timeStamp }) => performance.mark(OPENED, { startTime: timeStamp }), {
    capture: true,
    once: true,
  })
  const observer = new MutationObserver(() => {
    const text = document.querySelector('[contenteditable="true"] [aria-label="Content"]')
    if (!text?.textContent.endsWith(LAST_WORDS)) return
    observer.disconnect()
    // A task after a frame runs once the frame is complete.
    requestAnimationFrame(() => setTimeout(() => performance.mark(SHOWN)))
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
}

/** Types a sentence and returns the bytes of the bodies of all requests until it is saved. */
async function measureSentence(page, site, id) {
  await placeCaret(page)
  let bytes = 0
  page.on('request', (request) => {
    bytes += request.postDataBuffer()?.length ?? 0
  })
  const saved = page.getByText('Saved', { exact: true })
  // The first edit creates the document.
  await page.keyboard.type(' ')
  await page.getByText('Saving...').waitFor()
  await saved.waitFor()
  bytes = 0
  await page.keyboard.type(SENTENCE, { delay: KEY_INTERVAL_MS })
  // Edits are sent while somebody types, so the last request may be over by now.
  await until(SAVE_LIMIT_MS, async () => {
    const found = "select from drafts where id = $1 and position($2 in fields ->> 'content') > 0"
    return (await site.sql(found, [id, SENTENCE])).length > 0
  })
  await saved.waitFor()
  page.removeAllListeners('request')
  return bytes
}

/** Starts people who type in the first paragraph. @returns a function that stops them */
async function startWriters(site, id) {
  const timers = []
  const writers = []
  const carets = new Set()
  for (const n of numbers(WRITERS)) {
    const email = `writer${n}@example.org`
    const { cookie } = await signInAs(site, 'admin', email)
    const [{ id: owner }] = await site.sql('select id from users where email = $1', [email])
    const writer = await openDraftWriter({ origin: { url: site.url }, cookie, owner, id })
    timers.push(setInterval(() => writer.type('e', n * 10), KEY_INTERVAL_MS))
    const sendCaret = () => {
      const sent = writer.sendCaret(n * 10).finally(() => carets.delete(sent))
      carets.add(sent)
    }
    timers.push(setInterval(sendCaret, CARET_INTERVAL_MS))
    writers.push(writer)
  }
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(carets)
    for (const writer of writers) {
      await writer.flush()
      await writer.close()
    }
  }
}

async function traceKeys(browser, page) {
  await placeCaret(page)
  const events = await trace(browser, () => typeKeys(page, KEYS_PER_ROUND))
  const timings = readEventTimings(events)
  // The trace may contain the key that placed the caret, which was painted later.
  const presses = timings.filter(({ type }) => type === 'keydown').slice(-KEYS_PER_ROUND)
  if (presses.length < KEYS_PER_ROUND)
    throw new Error(`The trace contains ${presses.length} of ${KEYS_PER_ROUND} key presses`)
  return presses.map((press, n) => {
    const next = presses[n + 1]?.ts ?? Number.POSITIVE_INFINITY
    const painted = timings
      .filter(({ type, ts }) => KEY_EVENTS.includes(type) && ts >= press.ts && ts < next)
      .map(({ end }) => end)
    const { ms, waitedMs } = timeBetween(events, press, Math.max(...painted))
    return { ms, cpuMs: ms - waitedMs }
  })
}

async function placeCaret(page) {
  await page.bringToFront()
  const paragraph = textBox(page).locator('p').nth(MIDDLE)
  await paragraph.click()
  await page.keyboard.press('End')
}

/** Types words at a constant pace. */
async function typeKeys(page, count) {
  for (let n = 0; n < count; n += 1) {
    await page.keyboard.press(n % 6 === 0 ? 'Space' : 'e')
    await page.waitForTimeout(KEY_INTERVAL_MS)
  }
}

async function trace(browser, work) {
  await browser.startTracing(undefined, { categories: CATEGORIES })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  return traceEvents
}

/**
 * Returns the events of Event Timing, whose duration ends with the paint after them
 * (https://w3c.github.io/event-timing).
 */
function readEventTimings(events) {
  return events
    .filter(({ name, ph }) => name === 'EventTiming' && ph === 'b')
    .map(({ args: { data }, ...event }) => ({
      ...event,
      type: data.type,
      end: event.ts + data.duration * 1000,
    }))
    .toSorted((a, b) => a.ts - b.ts)
}

/**
 * Measures the time from an event of a page's main thread to a time of the trace.
 *
 * @returns `ms` in total, `busyMs` of processor time of the main thread, `waitedMs` for which its tasks waited for a
 * processor
 */
function timeBetween(events, { ts: start, pid, tid }, end) {
  const times = { ms: (end - start) / 1000, busyMs: 0, waitedMs: 0 }
  // A task that the end of the trace interrupts has no duration.
  const tasks = events.filter(
    (event) => event.name === TASK && event.ph === 'X' && event.pid === pid && event.tid === tid,
  )
  for (const { ts, dur, tdur = dur } of tasks) {
    const overlap = Math.min(end, ts + dur) - Math.max(start, ts)
    if (overlap <= 0) continue
    times.busyMs += (tdur * overlap) / dur / 1000
    times.waitedMs += ((dur - tdur) * overlap) / dur / 1000
  }
  return times
}
