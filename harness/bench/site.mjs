import { startProcess } from './processes.mjs'
import { fetchPage } from './uncached.mjs'

/** Starts a site, as `npm start` does. @returns it, and the seconds until its first page */
export async function startSite(environment) {
  const started = performance.now()
  const site = await startProcess('npm', ['start'], {
    env: {
      PORT: '0',
      NEWS_FETCH: 'manual',
      SAMPLE_EDITION: 'off',
      SHUTDOWN_GRACE_SECONDS: '0',
      NODE_ENV: 'production',
      TRUST_PROXY: 'on',
      ...environment,
    },
    parseLine: (line) => /http:\/\/localhost:\d+/.exec(line)?.[0].concat('/'),
  })
  await fetchPage(site.value)
  return { site, seconds: (performance.now() - started) / 1000 }
}

/** Process id of the server, which is a descendant of `npm start`; with workers, of one of them. */
export const findServerPid = (url) => readMetric(url, 'masthead_process_id')

/** Reads a metric without labels from a site's /metrics. */
export async function readMetric(url, name) {
  const metrics = await (await fetch(new URL('/metrics', url))).text()
  const value = new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1]
  if (value === undefined) throw new Error(`/metrics does not report ${name}`)
  return Number(value)
}
