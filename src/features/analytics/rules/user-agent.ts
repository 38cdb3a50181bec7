import bowser from 'bowser'
import { isbot } from 'isbot'

/** RFC 9110 §10.1.5. */
export type Device = 'desktop' | 'phone' | 'tablet'

const MAX_LENGTH = 500

/** Browsers start with "Mozilla/"; isbot accepts unknown tools. */
export function isBot(userAgent: string | undefined): boolean {
  return !userAgent?.startsWith('Mozilla/') || isbot(userAgent)
}

export function deviceOf(userAgent: string): Device {
  const { type } = bowser.parse(userAgent.slice(0, MAX_LENGTH)).platform
  if (type === 'tablet') return 'tablet'
  return type === 'mobile' ? 'phone' : 'desktop'
}
