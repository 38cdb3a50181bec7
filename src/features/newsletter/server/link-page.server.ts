import { findPublicSettings } from '#features/site/server/settings.server.ts'
import { escapeHtml } from '#kernel/text.ts'
import { db } from '#platform/database/db.server.ts'
import { standalonePage } from '#platform/pages/standalone-page.ts'

const STYLE = `  header { padding: 10px 16px }
  header a { font-size: 30px; line-height: 1.2; font-weight: 700; text-decoration: none }
  main { max-width: 34rem; margin: 0 auto; padding: 48px 24px }
  h1 { margin: 0 0 16px; font-size: 34px; line-height: 1.15; font-weight: 600 }
  main p { margin: 0 0 24px }
  button { cursor: pointer; background: none; font: inherit }
`

type Words = { title: string; text: string; button?: string }

/** The page of a link in a letter: what it would do with a button that does it, or what has been done. */
export async function linkPage({ title, text, button }: Words, status = 200): Promise<Response> {
  const { siteName } = await findPublicSettings(db())
  const form = button
    ? `<form method="post"><button class="button" type="submit">${escapeHtml(button)}</button></form>`
    : `<a class="button" href="/">To the front page</a>`
  const html = standalonePage({
    title: `${escapeHtml(title)} | ${escapeHtml(siteName)}`,
    icon: '/favicon.png',
    header: `<a href="/" dir="auto">${escapeHtml(siteName)}</a>`,
    main: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n${form}`,
    style: STYLE,
  })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  }
  return new Response(html, { status, headers })
}

/** What who opens a link that is none of ours, or no longer good, sees. */
export function brokenLinkPage(): Promise<Response> {
  return linkPage(
    {
      title: 'This link does not work',
      text: 'It may have been cut off, or be too old. Please use the whole link from your latest letter.',
    },
    404,
  )
}
