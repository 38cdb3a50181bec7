import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts a program and waits for the first line of its output that `read` makes something of. */
export async function startProcess(command, args, { env = {}, read }) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const found = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const value = read(line)
      if (value !== undefined) resolve(value)
    })
    ended.then((code) => reject(new Error(`${command} ${args.join(' ')} ended with status ${code}`)))
  })
  return {
    child,
    value: await found,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Processor time that a process has used so far, in milliseconds (Linux only). */
export function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  // utime and stime, in ticks of 10 ms (proc(5), fields 14 and 15).
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Memory that a process holds, in MB. */
export function residentMemory(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
}
