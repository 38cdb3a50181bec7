import { StartupError } from '#platform/errors/startup-error.ts'

/**
 * `unavailable`: the storage does not respond or is overloaded; a retry may succeed. `refused`: wrong credentials, permissions or
 * names. `full`: the quota is exceeded.
 */
export type StorageFailure = 'unavailable' | 'refused' | 'full'

/** The message is one line and says how the operator can fix the error. */
export class StorageError extends StartupError {
  override name = 'StorageError'
  readonly kind: StorageFailure
  /** See `isDiskFull`. */
  readonly code: 'ENOSPC' | undefined

  constructor(kind: StorageFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
    this.code = kind === 'full' ? 'ENOSPC' : undefined
  }
}
