import { StartupError } from '#platform/startup-error.ts'

export class ArchiveError extends StartupError {
  override name = 'ArchiveError'
}
