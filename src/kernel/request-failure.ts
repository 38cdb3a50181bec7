import type { Explained } from './failure-text.ts'

type Kind =
  | 'offline'
  | 'unreachable'
  | 'unavailable'
  | 'outdated'
  | 'disk-full'
  | 'maintenance'
  | 'busy'
  | 'aborted'

const REASONS: Partial<Record<Kind, string>> = {
  offline: 'You are offline.',
  unreachable: 'The server cannot be reached.',
  unavailable: 'The server is temporarily unavailable.',
  outdated: 'This page is out of date. Please reload it.',
  'disk-full': 'The disk of the server is full.',
}

/** No usable response of this site's server. The message is for people, `cause` for the log. */
export class RequestFailure extends Error implements Explained {
  static {
    RequestFailure.prototype.name = 'RequestFailure'
  }

  readonly kind: Kind

  constructor(kind: Kind, cause?: unknown, message = REASONS[kind]) {
    super(message, { cause })
    this.kind = kind
  }

  /** Adds the reason to `text`, which says what failed. */
  explain(text: string): string {
    if (this.kind === 'maintenance') return this.message
    return `${text}${text.endsWith('.') ? '' : '.'} ${this.message}`
  }
}
