import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import type { CachedPage } from '#platform/cache/cached-page.server.ts'
import { policyHeaders } from '#platform/http/content-security-policy.server.ts'
import { createMessage } from './message-page.server.ts'
import { standalonePage } from './standalone-page.ts'

export type UnavailableReason = 'database' | 'overload'

function messageOf(reason: UnavailableReason): string {
  return reason === 'database'
    ? phrase('We are having technical problems.')
    : phrase('Too many people are reading at the moment.')
}

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
  const message = [
    messageOf(reason),
    isCachedKind && reason === 'database' && phrase('Recently viewed pages may still work.'),
    refreshes && phrase('This page reloads in less than a minute.'),
  ]
  return {
    html: messagePage({ message: message.filter(Boolean).join(' '), form, script }),
    headers: {
      'retry-after': RETRY_AFTER,
      ...(script && policyHeaders({ scripts: [script] })),
      ...(refreshes && { refresh: String(seconds) }),
    },
  }
}

const MAX_CACHED_PAGES = 100

/** Those without a form, by header and text. */
const cachedPages = new Map<string, Promise<CachedPage>>()

/** Rejecting requests must cost little. */
export function cachedUnavailablePage(
  reason: UnavailableReason,
  { form, isCachedKind = false, reloads = true, random = Math.random() }: Options,
): Promise<CachedPage> {
  const { html, headers } = unavailablePage(reason, { form, isCachedKind, reloads, random })
  const key = `${headers.refresh} ${html}`
  const cached = form ? undefined : cachedPages.get(key)
  if (cached) return cached
  // The texts have changed.
  if (cachedPages.size >= MAX_CACHED_PAGES) cachedPages.clear()
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
}: {
  message: string
  form: string | undefined
  script: string | undefined
}): string {
  const links = phraseHtml('{tryAgain} or go to the {homePage}.', {
    tryAgain: `<a href="">${phraseHtml('Try again')}</a>`,
    homePage: `<a href="/">${phraseHtml('home page')}</a>`,
  })
  return standalonePage({
    title: phraseHtml('Temporarily unavailable'),
    header: '',
    main: `<h1>${phraseHtml('This page is temporarily unavailable')}</h1>
<p>${escapeHtml(message)}</p>
${form}<p>${links}</p>`,
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
