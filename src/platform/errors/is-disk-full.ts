/** For responses to requests that failed because a server disk is full. */
export const DISK_FULL_HEADER = 'x-disk-full'

/** Node.js codes, and SQLSTATE 53100 (disk_full). */
const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether the disk of this machine or of the database is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return DISK_FULL_CODES.has((error as NodeJS.ErrnoException).code) || isDiskFull(error.cause)
}
