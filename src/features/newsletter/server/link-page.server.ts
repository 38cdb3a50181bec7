import { createHmac, timingSafeEqual } from 'node:crypto'
import { findAuthSecret } from '#features/accounts/server/auth-secret.server.ts'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { standalonePage } from '#platform/render/standalone-page.ts'

const STYLE = `  header { padding: 10px 16px }
  header a { font-size: 30px; line-height: 1.2; font-weight: 700; text-decoration: none }
  main { max-width: 34rem; margin: 0 auto; padding: 48px 24px }
  h1 { margin: 0 0 16px; font-size: 34px; line-height: 1.15; font-weight: 600 }
  main p { margin: 0 0 24px }
  button { cursor: pointer; background: none; font: inherit }
`

type Content = { title: string; text: string; button?: string }

export async function linkPage({ title, text, button }: Content, status = 200): Promise<Response> {
  const { siteName } = await findPublicSettings(db())
  const action = button
    ? `<form method="post"><button class="button" type="submit">${escapeHtml(button)}</button></form>`
    : `<a class="button" href="/">${phraseHtml('Go to Homepage')}</a>`
  return page({ title, siteName, text, action, status })
}

/**
 * Logs `error`. The site's name may be unknown.
 *
 * @param problem in the language of readers
 */
export function failedLinkPage(problem: string, error: unknown): Response {
  logFailure(error, 'A page of a newsletter link failed')
  return page({
    title: phrase('Something went wrong'),
    siteName: '',
    text: phrase('{problem}. Please try again in a few minutes.', { problem }),
    action: `<a class="button" href="">${phraseHtml('Try Again')}</a>`,
    status: 500,
  })
}

type Page = { title: string; siteName: string; text: string; action: string; status: number }

function page({ title, siteName, text, action, status }: Page): Response {
  const html = standalonePage({
    title: escapeHtml(siteName ? `${title} | ${siteName}` : title),
    icon: '/favicon.png',
    header: siteName && `<a href="/" dir="auto">${escapeHtml(siteName)}</a>`,
    main: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n${action}`,
    style: STYLE,
  })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  }
  return new Response(html, { status, headers })
}

export function brokenLinkPage(): Promise<Response> {
  return linkPage(
    {
      title: phrase('This link does not work'),
      text: phrase(
        'It may be incomplete, or have expired. Use the full link from our latest email, or subscribe again.',
      ),
    },
    404,
  )
}

type Purpose = 'unsubscribe' | 'confirm'

export type LinkSigner = {
  sign(purpose: Purpose, value: string): string
  /** @returns undefined when the signature is invalid */
  verify(purpose: Purpose, token: string): string | undefined
}

/** Uses the stored secret, since AUTH_SECRET may be rotated: links must work for years. */
export async function openLinkSigner(db: Db): Promise<LinkSigner> {
  const secret = await findAuthSecret(db)
  const signatureOf = (purpose: Purpose, value: string) =>
    createHmac('sha256', secret).update(`newsletter-${purpose}:${value}`).digest().subarray(0, 18)
  return {
    sign: (purpose, value) =>
      `${Buffer.from(value).toString('base64url')}.${signatureOf(purpose, value).toString('base64url')}`,
    verify(purpose, token) {
      const [encoded = '', signature = ''] = token.split('.')
      const value = Buffer.from(encoded, 'base64url').toString()
      const given = Buffer.from(signature, 'base64url')
      const expected = signatureOf(purpose, value)
      return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
    },
  }
}
