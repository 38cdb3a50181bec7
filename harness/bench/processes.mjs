import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a program and waits until `parseLine` returns a value for a line of its output. */
export async function startProcess(command, args, { env = {}, parseLine }) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const firstValue = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const value = parseLine(line)
      if (value !== undefined) resolve(value)
    })
    exited.then((code) => reject(new Error(`${command} ${args.join(' ')} exited with status ${code}`)))
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
