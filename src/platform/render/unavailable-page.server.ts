import { servedLook } from '#kernel/look.ts'
import { currentPhrases, phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { place } from '#kernel/time/place.ts'
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

type UnavailablePage = { html: string; headers: Record<string, string> }

/** Pages without a form, until the place, the look or a phrase changes. Rejecting requests must cost little. */
const pages = new Map<string, UnavailablePage>()
let writtenWith: readonly unknown[] = []

/** Returns a page with status 503. The headers are in addition to those of every page. */
export function unavailablePage(
  reason: UnavailableReason,
  { form, isCachedKind = false, reloads = true, random = Math.random() }: Options = {},
): UnavailablePage {
  const seconds = refreshSeconds(random)
  const create = () => createPage(reason, { form, isCachedKind, reloads, seconds })
  if (form) return create()
  const present = [place(), servedLook(), currentPhrases()]
  if (present.some((part, index) => part !== writtenWith[index])) pages.clear()
  writtenWith = present
  const key = [reason, isCachedKind, reloads, seconds].join()
  const page = pages.get(key) ?? create()
  pages.set(key, page)
  return page
}

function createPage(
  reason: UnavailableReason,
  {
    form,
    isCachedKind,
    reloads,
    seconds,
  }: Pick<Options, 'form' | 'isCachedKind' | 'reloads'> & { seconds: number },
): UnavailablePage {
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

const compressed = new WeakMap<UnavailablePage, Promise<CachedPage>>()

/** Returns the page in the form in which the server sends it. */
export function cachedUnavailablePage(reason: UnavailableReason, options: Options): Promise<CachedPage> {
  const page = unavailablePage(reason, options)
  const known = compressed.get(page) ?? createMessage(503, page.html, page.headers)
  compressed.set(page, known)
  return known
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
