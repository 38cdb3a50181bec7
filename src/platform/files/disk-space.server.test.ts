import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { isDiskFull } from '#platform/errors/is-disk-full.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { mountMemory, resizeMemory, unmountMemory } from '#platform/testing/mount-memory.ts'
import {
  type DiskState,
  monitorDisks,
  nextDiskState,
  readDiskSpace,
  requireDiskSpace,
} from './disk-space.server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-space-'))
  return () => rm(folder, { recursive: true })
})

const MIB = 1024 ** 2

it.each<[before: DiskState, freeMib: number, after: DiskState]>([
  ['enough', 200, 'enough'],
  ['enough', 199, 'low'],
  ['low', 200, 'low'],
  ['low', 239, 'low'],
  ['low', 240, 'enough'],
  ['low', 64, 'low'],
  ['low', 63, 'full'],
  ['enough', 0, 'full'],
  ['full', 64, 'full'],
  ['full', 76, 'full'],
  ['full', 77, 'low'],
  ['full', 220, 'low'],
  ['full', 240, 'enough'],
  ['low', Number.NaN, 'low'],
])('a disk with the state "%s" and %d free MiB has the state "%s"', (before, freeMib, after) => {
  expect(nextDiskState(before, freeMib * MIB)).toBe(after)
})

it('reads the space of a folder that does not exist yet', async () => {
  const { blocks, bsize } = await statfs(folder)
  expect(await readDiskSpace(join(folder, 'a', 'b'))).toMatchObject({ totalBytes: blocks * bsize })
})

describe('a disk that becomes full', () => {
  let isMounted = false
  beforeEach(() => {
    isMounted = mountMemory(folder, 300)
    return () => {
      if (isMounted) unmountMemory(folder)
    }
  })

  it('is reported once for each state, and when it has space again', async ({ skip }) => {
    if (!isMounted) skip('Needs the permission to mount a file system')
    const changes: [string, DiskState][] = []
    const monitor = monitorDisks({ database: folder }, ({ use, state }) => changes.push([use, state]), 10)
    try {
      await monitor.check()
      expect(changes).toEqual([])
      for (const [size, state] of [
        [150, 'low'],
        [20, 'full'],
        [300, 'enough'],
      ] as const) {
        resizeMemory(folder, size)
        await eventually(() => expect(monitor.stateOf('database')).toBe(state))
        await monitor.check()
      }
      expect(changes).toEqual([
        ['database', 'low'],
        ['database', 'full'],
        ['database', 'enough'],
      ])
      expect(monitor.disks).toMatchObject([{ use: 'database', folder, freeBytes: 300 * MIB }])
      expect(monitor.stateOf('uploads')).toBe('enough')
    } finally {
      monitor.close()
    }
  })

  it('has no space for large files', async ({ skip }) => {
    if (!isMounted) skip('Needs the permission to mount a file system')
    await requireDiskSpace([folder, join(folder, 'later')])
    resizeMemory(folder, 150)
    const refused = await requireDiskSpace([tmpdir(), folder]).catch((error) => error)
    expect(refused.message).toBe(`The disk of ${folder} is almost full: only 157.3 MB is free.`)
    expect(isDiskFull(refused)).toBe(true)
  })
})
