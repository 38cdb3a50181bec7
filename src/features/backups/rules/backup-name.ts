/** The name of a backup's file, such as `masthead-2026-11-23T02-30-00Z.tar.zst`; encrypted ones end in `.enc`. */
export function backupName(createdAt: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  const time = createdAt.toISOString().slice(0, 19).replaceAll(':', '-')
  return `masthead-${time}Z.tar.zst${isEncrypted ? '.enc' : ''}`
}
