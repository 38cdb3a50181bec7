import { StartupError } from '#platform/startup-error.ts'

/** An archive that cannot be read or does not fit. */
export class ArchiveError extends StartupError {
  override name = 'ArchiveError'
}
