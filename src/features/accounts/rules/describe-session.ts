import bowser from 'bowser'
import { phrase } from '#kernel/text/phrase.ts'

const MAX_USER_AGENT_LENGTH = 500

/** Such as "Firefox on Windows". */
export function describeBrowser(userAgent: string | null | undefined): string {
  if (!userAgent) return phrase('Unknown browser')
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  // bowser reports iPhones and iPads as iOS.
  const name = browser.name?.replace(/ for Android$/, '')
  const device = platform.vendor === 'Apple' && platform.model ? platform.model : os.name
  if (name && device) return phrase('{name} on {device}', { name, device })
  return name || device || phrase('Unknown browser')
}

/** Compresses IPv6 addresses (RFC 5952). */
export function formatIpAddress(address: string): string {
  const url = `http://[${address}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address
}
