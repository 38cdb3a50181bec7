import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { METRICS_TOKEN, readMetric } from '../shared/site.mjs'
import { fetchPage } from './pages.mjs'

/** Runs a file with Node.js, and waits until `parseLine` returns a value for a line of its output. */
async function startProcess(args, { env = {}, parseLine }) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const firstValue = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const value = parseLine(line)
      if (value !== undefined) resolve(value)
    })
    exited.then((code) => reject(new Error(`${args.join(' ')} exited with status ${code}`)))
  })
  return {
    child,
    value: await firstValue,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Starts a server that responds to each request with the bytes of a page. */
export async function startBareServer(pageUrl) {
  const server = await startProcess(['harness/bench/bare-server.mjs', pageUrl], {
    parseLine: (line) => (line.startsWith('http') ? line : undefined),
  })
  return { url: server.value, pid: server.child.pid, stop: server.stop }
}

/** Starts a site with `masthead start`. @returns it, and the seconds until its first page */
export async function startSite(env) {
  const started = performance.now()
  const { value: url, stop } = await startProcess(['bin/masthead.mjs', 'start'], {
    env: {
      PORT: '0',
      NEWS_FETCH: 'manual',
      SAMPLE_EDITION: 'off',
      SHUTDOWN_GRACE_SECONDS: '0',
      NODE_ENV: 'production',
      TRUST_PROXY: 'on',
      METRICS_TOKEN,
      ...env,
    },
    parseLine: (line) => /http:\/\/localhost:\d+/.exec(line)?.[0].concat('/'),
  })
  await fetchPage(url)
  const seconds = (performance.now() - started) / 1000
  // The server is a child process of the command; with workers, this is one of them.
  return { url, stop, seconds, pid: await readMetric(url, 'masthead_process_id') }
}

/** Measures the CPU time that a process uses during work. */
export async function withCpuTime(pid, work) {
  const before = cpuTimeMs(pid)
  const value = await work()
  return { value, cpuMs: cpuTimeMs(pid) - before }
}

/** CPU time that a process has used so far (Linux only). */
export function cpuTimeMs(pid) {
  const fields = statFields(pid)
  // utime and stime, in ticks of 10 ms (proc(5), fields 14 and 15).
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** CPU time of the ended children of a process (Linux only). */
export function endedChildrenMs(pid) {
  const fields = statFields(pid)
  // cutime and cstime (proc(5), fields 16 and 17).
  return (Number(fields[13]) + Number(fields[14])) * 10
}

/** Process id of a process's parent (Linux only). */
export function parentOf(pid) {
  return Number(statFields(pid)[1])
}

/** Process ids of the processes that the main thread of a process has started (Linux only). */
export function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** From the third field of /proc/PID/stat on (proc(5)). The second may contain spaces. */
function statFields(pid) {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
}

/** CPU time that the main thread of a process has used so far (Linux only). */
export function mainThreadMs(pid) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000
}

/** Resident memory of a process in MB (Linux only). */
export function residentMemoryMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}
