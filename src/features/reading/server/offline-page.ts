import { escapeHtml } from '#kernel/text.ts'
import { standalonePage } from '#platform/pages/standalone-page.ts'

/** The page's script. */
export const OFFLINE_SCRIPT = "addEventListener('online', () => location.reload())"

/** The service worker inserts the saved articles. */
export function offlinePage(siteName: string): string {
  const name = escapeHtml(siteName)
  return standalonePage({
    title: `You are offline | ${name}`,
    header: `<a href="/">${name}</a>`,
    main: `<h1>You are offline</h1>
<p>This page cannot be loaded without a network connection. It reloads when you are back online.</p>
<a class="button" href="">Try again</a>
<!--saved--><h2>Your Reading List</h2>
<p>Articles that you bookmark are saved on this device, so that you can read them offline. There are none yet.</p><!--/saved-->`,
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
