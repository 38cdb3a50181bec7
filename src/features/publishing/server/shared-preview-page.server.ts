import { clientAddressOf } from '#features/accounts/server/rate-limit.server.ts'
import { showBlocks } from '#features/blocks/server/show-blocks.server.ts'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { servedLook } from '#kernel/look.ts'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { formatDayAndTime, zoneOf } from '#kernel/time/dates.ts'
import { place } from '#kernel/time/place.ts'
import { db } from '#platform/database/db.server.ts'
import { createAttemptLimit } from '#platform/http/attempt-limit.server.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { logFailure } from '#platform/process/log.server.ts'
import { standalonePage } from '#platform/render/standalone-page.ts'
import styles from '#ui/styles.css?url'
import { previewArticleFor } from './preview-article.server.tsx'
import { findSharedPreview, previewImageQuery, type SharedPreview } from './preview-links.server.ts'

type Context = { request: Request; params: { token: string } }

const requests = createAttemptLimit({ perAddress: 60, inTotal: 1_000, seconds: 60 })

/** Shows the newest text of an article to anybody with its preview link, and nothing else. */
export async function showSharedPreview({ request, params }: Context): Promise<Response> {
  const retryAfter = await requests.take(clientAddressOf(request))
  if (retryAfter !== null) {
    return respond(busyMessage(), 429, { 'retry-after': String(retryAfter) })
  }
  try {
    const preview = await findSharedPreview(db(), params.token, new Date())
    if (!preview)
      return respond(
        message(
          phrase('This preview is not available'),
          phrase(
            'Its link may be incomplete, or it has expired or was revoked. Ask the newsroom for a new one.',
          ),
        ),
        404,
      )
    const { siteName } = await findPublicSettings(db())
    const { linkId, form, imageId } = preview
    const imageQuery = previewImageQuery(params.token)
    const html = await previewArticleFor({ id: linkId }, form, { id: imageId, imageQuery })
    const shown = await showBlocks(db(), html, imageQuery)
    return respond(previewPage(preview, siteName, shown.html), 200)
  } catch (error) {
    if (error instanceof TooBusyError) return respond(busyMessage(), 503)
    logFailure(error, 'Failed to load a shared preview')
    return respond(
      message(phrase('Something went wrong'), phrase('Open the link again in a few minutes.')),
      500,
    )
  }
}

/** @param html sanitised */
function previewPage(
  { form, isPublished, expiresAt }: SharedPreview,
  siteName: string,
  html: string,
): string {
  const { accent, css } = servedLook()
  const { locale } = place()
  const title = `${phrase('Preview: {title}', { title: form.title || phrase('Untitled') })} | ${siteName}`
  const at = expiresAt.toISOString()
  const note = [
    phrase('Preview for {name}.', { name: siteName }),
    isPublished
      ? phrase('This text may differ from the published article.')
      : phrase('This article is not published, and its text may change.'),
    phrase('The link expires on {time}.', { time: `${formatDayAndTime(at)} (${zoneOf(at)[0]})` }),
  ].join(' ')
  return `<!doctype html>
<html lang="${locale}" dir="${languageDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="theme-color" content="${accent}">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.png" type="image/png">
<link rel="stylesheet" href="${styles}">
<style>${css}</style>
<style>
  .preview-banner { position: sticky; top: 0; z-index: 1; padding: 10px 16px; overflow-wrap: anywhere; background: ${accent}; color: #fff; font: 600 14px/20px system-ui, sans-serif; text-align: center; text-wrap: balance }
  main { padding-bottom: 48px }
</style>
</head>
<body>
<header class="preview-banner"><p role="note">${escapeHtml(note)}</p></header>
<main>${html}</main>
</body>
</html>
`
}

function busyMessage(): string {
  return message(
    phrase('This preview is temporarily unavailable'),
    phrase('Open the link again in a few minutes.'),
  )
}

function message(title: string, text: string): string {
  return standalonePage({
    title: escapeHtml(title),
    icon: '/favicon.png',
    header: '',
    main: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`,
    style: `  main { max-width: 34rem; margin: 0 auto; padding: 48px 24px }
  h1 { margin: 0 0 16px; font-size: 34px; line-height: 1.15; font-weight: 600 }
`,
  })
}

function respond(html: string, status: number, more: Record<string, string> = {}): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // Links in the text must not reveal the address.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    ...more,
  }
  return new Response(html, { status, headers })
}
