import { expect, it } from 'vitest'
import { backupName } from './backup-name.ts'

it.each([
  [false, 'masthead-2026-11-23T02-30-00Z.tar.zst'],
  [true, 'masthead-2026-11-23T02-30-00Z.tar.zst.enc'],
])('contains the time in UTC (encrypted: %s)', (isEncrypted, name) => {
  expect(backupName(new Date('2026-11-23T02:30:00.999Z'), { isEncrypted })).toBe(name)
})
