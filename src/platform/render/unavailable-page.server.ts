import type { CachedPage } from '#platform/cache/cached-page.server.ts'
import { policyHeaders } from '#platform/http/content-security-policy.server.ts'
import { createMessage } from './message-page.server.ts'
import { standalonePage } from './standalone-page.ts'

const MESSAGES = {
  database: 'We are having technical problems.',
  overload: 'Too many people are reading at the moment.',
}

export type UnavailableReason = keyof typeof MESSAGES

/** In seconds (RFC 9110 §10.2.3). */
export const RETRY_AFTER = '10'
/** Browsers reload after one of these times, even without JavaScript; the choice spreads the load. */
const REFRESH_SECONDS = [15, 18, 21, 24, 27, 30]

type Options = {
  /** Others may be available, since such pages are cached. */
  isCachedKind?: boolean
  /** HTML. A script reloads a page with a form, unless the reader uses it before. */
  form?: string | undefined
  /** False for responses to forms: the page would be requested without the fields. */
  reloads?: boolean
  /** Between 0 and 1. */
  random?: number
}

/** Creates a page with status 503. The headers are in addition to those of every page. */
export function unavailablePage(
  reason: UnavailableReason,
  { form, isCachedKind = false, reloads = true, random = Math.random() }: Options = {},
): { html: string; headers: Record<string, string> } {
  const seconds = refreshSeconds(random)
  const script = form && reloadScript(seconds)
  const refreshes = !script && reloads
  const message = `${MESSAGES[reason]}${isCachedKind && reason === 'database' ? ' Recently viewed pages may still work.' : ''}`
  return {
    html: messagePage({ message, form, script, refreshes }),
    headers: {
      'retry-after': RETRY_AFTER,
      ...(script && policyHeaders({ scripts: [script] })),
      ...(refreshes && { refresh: String(seconds) }),
    },
  }
}

/** Those without a form. */
const cachedPages = new Map<string, Promise<CachedPage>>()

/** Rejecting requests must cost little. */
export function cachedUnavailablePage(
  reason: UnavailableReason,
  { form, isCachedKind = false, reloads = true, random = Math.random() }: Options,
): Promise<CachedPage> {
  const key = `${reason} ${isCachedKind} ${reloads && refreshSeconds(random)}`
  const cached = form ? undefined : cachedPages.get(key)
  if (cached) return cached
  const { html, headers } = unavailablePage(reason, { form, isCachedKind, reloads, random })
  const page = createMessage(503, html, headers)
  if (!form) cachedPages.set(key, page)
  return page
}

function refreshSeconds(random: number): number {
  return REFRESH_SECONDS[Math.floor(random * REFRESH_SECONDS.length)] ?? 30
}

function reloadScript(seconds: number): string {
  return `const timer = setTimeout(() => location.reload(), ${seconds}000)
addEventListener('focusin', () => clearTimeout(timer))`
}

function messagePage({
  message,
  form = '',
  script,
  refreshes,
}: {
  message: string
  form: string | undefined
  script: string | undefined
  refreshes: boolean
}): string {
  return standalonePage({
    title: 'Temporarily unavailable',
    header: '',
    main: `<h1>This page is temporarily unavailable</h1>
<p>${message}${refreshes ? ' This page reloads in less than a minute.' : ''}</p>
${form}<p><a href="">Try again</a> or go to the <a href="/">home page</a>.</p>`,
    style: `  header { height: 12px }
  main { box-sizing: border-box; max-width: 36rem; margin: 15vh auto 0; padding: 0 16px }
  h1 { margin: 0 0 12px; border-top: 1px solid var(--rule); padding-top: 24px; font-size: 38px; line-height: 1.1; font-weight: 600; letter-spacing: -0.01em }
  p { margin: 0 0 16px; color: var(--muted) }
${form ? FORM_STYLE : ''}`,
    script,
  })
}

const FORM_STYLE = `  label { display: block; margin: 24px 0 8px; font: 600 14px/20px system-ui, sans-serif }
  form > div { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 24px }
  input { flex: 1 1 12rem; min-width: 0; min-height: 44px; box-sizing: border-box; border: 1px solid; padding: 8px 12px; background: var(--paper); color: var(--ink); font: 16px/24px system-ui, sans-serif }
  button { background: var(--paper); cursor: pointer }
`
