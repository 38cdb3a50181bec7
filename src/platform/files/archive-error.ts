import { StartupError } from '#platform/errors/startup-error.ts'

export class ArchiveError extends StartupError {
  override name = 'ArchiveError'
}
