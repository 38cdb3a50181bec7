import { readFileSync, statfsSync } from 'node:fs'

const SHARED_MEMORY = '/dev/shm'
/** Some tests write the log of a whole database, beside those that other tests write at the same time. */
const MIN_FREE_BYTES = 4 * 1024 ** 3

/**
 * The folder in memory for the temporary files of tests, such as databases. Undefined if it has no room for databases
 * or cannot hold programs, which some tests copy: on other systems than Linux, and with Docker's defaults.
 */
export function findMemoryFolder(mounts = readMounts()): string | undefined {
  const options = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, folder, type]) => folder === SHARED_MEMORY && type === 'tmpfs')?.[3]
  if (!options || options.split(',').some((option) => option === 'noexec' || option === 'ro')) return
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize >= MIN_FREE_BYTES ? SHARED_MEMORY : undefined
}

/** Mounted file systems, one a line: device, folder, type, options (proc(5)). */
function readMounts(): string {
  try {
    return readFileSync('/proc/self/mounts', 'utf8')
  } catch {
    return ''
  }
}
