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
