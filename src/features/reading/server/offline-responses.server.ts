import type { PublicSettings } from '#features/site/rules/public-settings.ts'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { categoryPath, GENERAL_CATEGORY } from '#kernel/category.ts'
import { servedLook } from '#kernel/look.ts'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { place } from '#kernel/time/place.ts'
import { db } from '#platform/database/db.server.ts'
import { allowScript } from '#platform/http/render-context.server.ts'
import { standalonePage } from '#platform/render/standalone-page.ts'

export async function respondWithManifest(): Promise<Response> {
  const manifest = JSON.stringify(webManifest(await findPublicSettings(db())))
  return new Response(manifest, { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } })
}

/** Cached by service workers. */
export async function respondWithOfflinePage(): Promise<Response> {
  const { siteName } = await findPublicSettings(db())
  allowScript(OFFLINE_SCRIPT)
  return new Response(offlinePage(siteName), { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/**
 * Reloads when the network is back, even after a stay in the back/forward cache, or when the server responds, but not
 * once another page is loading, in whose place this one would be loaded.
 */
export const OFFLINE_SCRIPT = `let isLeaving = false
const reload = () => isLeaving || location.reload()
addEventListener('beforeunload', () => { isLeaving = true })
addEventListener('online', reload)
addEventListener('pageshow', (event) => {
  isLeaving = false
  if (event.persisted && navigator.onLine) reload()
})
setInterval(() => {
  if (navigator.onLine && !document.hidden) fetch('/livez').then(({ ok }) => ok && reload(), () => {})
}, 15000 + Math.random() * 15000)`

/** The service worker inserts the saved articles, or the texts of `unavailable`. */
export function offlinePage(siteName: string): string {
  const name = escapeHtml(siteName)
  const title = phraseHtml('You are offline')
  const list = phraseHtml('Your Reading List')
  const saved = { title: list, link: phraseHtml('Open the Reading List') }
  const unavailable = {
    title: phraseHtml('Temporarily unavailable'),
    heading: phraseHtml('This page is temporarily unavailable'),
    text: phraseHtml('The site is not responding. This page reloads as soon as it does.'),
  }
  return standalonePage({
    title: `${title} | ${name}`,
    header: `<a href="/">${name}</a>`,
    main: `<h1>${title}</h1>
<p>${phraseHtml('This page cannot be loaded without a network connection. It reloads when you are back online.')}</p>
<a class="button" href="">${phraseHtml('Try Again')}</a>
<!--saved--><h2>${list}</h2>
<p>${phraseHtml('Articles that you bookmark are saved on this device, so that you can read them offline. There are none yet.')}</p><!--/saved-->
<!--texts${JSON.stringify({ saved, unavailable })}-->`,
    style: `  header a { display: block; font-size: 30px; font-weight: 700; line-height: 56px; letter-spacing: -0.015em; text-decoration: none; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
  header a, main { box-sizing: border-box; max-width: 44rem; margin: 0 auto; padding-inline: max(16px, env(safe-area-inset-left), env(safe-area-inset-right)) }
  header :focus-visible { outline-offset: -4px }
  main { padding-block: 48px }
  h1, h2 { margin: 0; font-weight: 600; line-height: 1.1; letter-spacing: -0.01em }
  h1 { font-size: 38px; padding-bottom: 12px }
  h2 { margin-top: 48px; border-top: 1px solid var(--ink); padding: 12px 0 8px; font-size: 20px }
  p { margin: 0 0 20px; color: var(--muted) }
  ul { margin: 0 0 20px; padding: 0; list-style: none }
  li { border-bottom: 1px solid var(--rule) }
  li a { display: block; padding: 12px 0; font-size: 20px; font-weight: 600; line-height: 1.25; text-decoration: none }
  li a:hover { text-decoration: underline }
`,
    script: OFFLINE_SCRIPT,
  })
}

const ICON = { type: 'image/png' }

/** W3C web app manifest */
function webManifest({ siteName, siteDescription }: PublicSettings): object {
  return {
    id: '/',
    name: siteName,
    short_name: siteName,
    description: siteDescription,
    lang: place().locale,
    dir: languageDirection(place().locale),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: servedLook().accent,
    background_color: '#ffffff',
    categories: ['news'],
    icons: [
      { ...ICON, src: '/icon-192.png', sizes: '192x192' },
      { ...ICON, src: '/favicon.png', sizes: '512x512' },
      { ...ICON, src: '/icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: phrase('Latest'), url: categoryPath(GENERAL_CATEGORY) },
      { name: phrase('Reading List'), url: '/bookmarks' },
    ],
  }
}
