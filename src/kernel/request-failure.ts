import { phrase } from '#kernel/text/phrase.ts'
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

const reasons = (): Partial<Record<Kind, string>> => ({
  offline: phrase('You are offline.'),
  unreachable: phrase('The server cannot be reached.'),
  unavailable: phrase('The server is temporarily unavailable.'),
  outdated: phrase('This page is out of date. Please reload it.'),
  'disk-full': phrase('The disk of the server is full.'),
})

/** No usable response of this site's server. The message is for people, `cause` for the log. */
export class RequestFailure extends Error implements Explained {
  static {
    RequestFailure.prototype.name = 'RequestFailure'
  }

  readonly kind: Kind

  constructor(kind: Kind, cause?: unknown, message = reasons()[kind]) {
    super(message, { cause })
    this.kind = kind
  }

  /** Adds the reason to `text`, which says what failed. */
  explain(text: string): string {
    if (this.kind === 'maintenance') return this.message
    return `${text}${text.endsWith('.') ? '' : '.'} ${this.message}`
  }
}
