import { DAY_MS } from '#kernel/time/durations.ts'

const NAME = /^masthead-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst(\.enc)?$/

/** Such as `masthead-2026-11-23T02-30-00Z.tar.zst`; encrypted backups end in `.enc`. */
export function backupName(createdAt: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  const time = createdAt.toISOString().slice(0, 19).replaceAll(':', '-')
  return `masthead-${time}Z.tar.zst${isEncrypted ? '.enc' : ''}`
}

/** Undefined for other files. */
export function parseBackupName(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  const time = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}

export const RETAINED = { days: 7, weeks: 4, months: 12 }
/** The newest backup of each of the last days, weeks (from Monday) and months that have one, in UTC. */
const RETENTION = [
  { count: RETAINED.days, periodOf: (time: Date) => Math.floor(time.getTime() / DAY_MS) },
  // 1 January 1970 was a Thursday.
  { count: RETAINED.weeks, periodOf: (time: Date) => Math.floor((time.getTime() / DAY_MS + 3) / 7) },
  { count: RETAINED.months, periodOf: (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth() },
]

export function listExpiredBackups(names: readonly string[]): string[] {
  const backups = names
    .flatMap((name) => {
      const time = parseBackupName(name)
      return time ? [{ name, time }] : []
    })
    .sort((a, b) => b.time.getTime() - a.time.getTime())
  const retained = new Set<string>()
  for (const { count, periodOf } of RETENTION) {
    const periods = new Set<number>()
    for (const { name, time } of backups) {
      const period = periodOf(time)
      if (periods.has(period) || periods.size === count) continue
      periods.add(period)
      retained.add(name)
    }
  }
  return backups.filter(({ name }) => !retained.has(name)).map(({ name }) => name)
}
