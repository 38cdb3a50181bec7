import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findMemoryFolder } from './memory-folder.ts'

it.each([
  ['there is none', 'proc /proc proc rw 0 0\n'],
  ['it cannot hold programs', 'tmpfs /dev/shm tmpfs rw,nosuid,noexec,size=65536k 0 0\n'],
  ['it is read-only', 'tmpfs /dev/shm tmpfs ro,relatime 0 0\n'],
  ['it is on a disk', '/dev/vda /dev/shm ext4 rw,relatime 0 0\n'],
  ['another is mounted above it', 'tmpfs /dev/shm tmpfs rw 0 0\nshm /dev/shm tmpfs rw,noexec 0 0\n'],
])('findMemoryFolder finds no folder if %s', (_, mounts) => {
  expect(findMemoryFolder(mounts)).toBeUndefined()
})

it.runIf(existsSync('/dev/shm'))(
  'findMemoryFolder finds only a folder that exists (requires /dev/shm)',
  () => {
    expect([undefined, '/dev/shm']).toContain(findMemoryFolder('tmpfs /dev/shm tmpfs rw 0 0\n'))
  },
)
