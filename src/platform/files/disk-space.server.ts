import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { formatBytes } from '#kernel/format-bytes.ts'

/** `low`: nothing large is stored. `full`: nothing is stored, so that the database keeps running. */
export type DiskState = 'enough' | 'low' | 'full'

export type DiskUse = 'database' | 'uploads'

export type DiskStatus = {
  use: DiskUse
  folder: string
  /** NaN if it cannot be read. */
  freeBytes: number
  state: DiskState
}

export const LOW_DISK_BYTES = 200 * 1024 ** 2
/** PostgreSQL stops if it cannot add a segment (16 MiB) to its write-ahead log. */
export const FULL_DISK_BYTES = 64 * 1024 ** 2
/** More space must be free before a state ends, so that it does not alternate. */
const RECOVERY_FACTOR = 1.2
const INTERVAL_MS = 2_000

/** Has the code of a full disk (`isDiskFull`). */
class LowDiskError extends Error {
  readonly code = 'ENOSPC'
}

/** Reads the space that this user can write; `folder` may not exist yet. */
export async function readDiskSpace(
  folder: string,
): Promise<{ freeBytes: number; totalBytes: number; device: number }> {
  try {
    const [{ bavail, bsize, blocks }, { dev }] = await Promise.all([statfs(folder), stat(folder)])
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, device: dev }
  } catch (error) {
    const parent = dirname(folder)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error
    return readDiskSpace(parent)
  }
}

/** @throws an error with the code ENOSPC if a disk is low */
export async function requireDiskSpace(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const { freeBytes } = await readDiskSpace(folder)
    if (freeBytes < LOW_DISK_BYTES)
      throw new LowDiskError(`The disk of ${folder} is almost full: only ${formatBytes(freeBytes)} is free.`)
  }
}

/** @param freeBytes NaN if unknown */
export function nextDiskState(before: DiskState, freeBytes: number): DiskState {
  if (Number.isNaN(freeBytes)) return before
  const isBelow = (bytes: number, isCurrent: boolean) =>
    freeBytes < (isCurrent ? bytes * RECOVERY_FACTOR : bytes)
  if (isBelow(FULL_DISK_BYTES, before === 'full')) return 'full'
  return isBelow(LOW_DISK_BYTES, before !== 'enough') ? 'low' : 'enough'
}

export type DiskMonitor = {
  readonly disks: readonly Readonly<DiskStatus>[]
  /** `enough` for a disk that is not monitored. */
  stateOf(use: DiskUse): DiskState
  check(): Promise<void>
  close(): void
}

/**
 * Reads the free space every two seconds; at first, each disk counts as `enough`.
 *
 * @param onChange called when a state changes
 */
export function monitorDisks(
  folders: Partial<Record<DiskUse, string>>,
  onChange: (status: DiskStatus) => void,
  intervalMs = INTERVAL_MS,
): DiskMonitor {
  const disks = (Object.entries(folders) as [DiskUse, string][]).map(
    ([use, folder]): DiskStatus => ({ use, folder, freeBytes: Number.NaN, state: 'enough' }),
  )
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function update(disk: DiskStatus): Promise<void> {
    disk.freeBytes = await readDiskSpace(disk.folder).then(
      ({ freeBytes }) => freeBytes,
      () => Number.NaN,
    )
    const state = nextDiskState(disk.state, disk.freeBytes)
    if (isClosed || state === disk.state) return
    disk.state = state
    onChange({ ...disk })
  }

  function check(): Promise<void> {
    running ??= Promise.all(disks.map(update)).then(() => {
      running = undefined
      clearTimeout(timer)
      if (!isClosed) timer = setTimeout(check, intervalMs).unref()
    })
    return running
  }

  return {
    disks,
    stateOf: (use) => disks.find((disk) => disk.use === use)?.state ?? 'enough',
    check,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

let current: DiskMonitor | undefined

/** Undefined at shutdown. */
export function setDiskMonitor(monitor: DiskMonitor | undefined): void {
  current = monitor
}

/** Undefined outside of a server. */
export function diskMonitor(): DiskMonitor | undefined {
  return current
}
