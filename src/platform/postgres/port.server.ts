import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** A file in the data folder, so that all processes restart the server on the same port. */
const PORT_FILE = 'postgres-port'
/** Below the ports of outgoing connections, which could occupy the port during a restart. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000]
const RANDOM_ATTEMPTS = 20

export async function readRecordedPort(dataDir: string): Promise<number | undefined> {
  const port = Number(await readFile(join(dataDir, PORT_FILE), 'utf8').catch(() => ''))
  return port > 0 ? port : undefined
}

/** Does nothing if the disk is full. */
export async function recordPort(dataDir: string, port: number): Promise<void> {
  if ((await readRecordedPort(dataDir)) === port) return
  await writeFile(join(dataDir, PORT_FILE), String(port), { mode: 0o600 }).catch(() => {})
}

export async function choosePort(preferred: number | undefined): Promise<number> {
  const candidates = Array.from({ length: RANDOM_ATTEMPTS }, () => randomInt(FIRST_PORT, LAST_PORT))
  for (const port of [preferred ?? 0, ...candidates]) if (port && (await portIfFree(port))) return port
  return (await portIfFree(0)) ?? choosePort(undefined)
}

export function portIfFree(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}
