import { StartupError } from '#platform/startup-error.ts'

/** An archive that cannot be read or does not fit: one line for the operator. */
export class ArchiveError extends StartupError {
  override name = 'ArchiveError'
}
