import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { standalonePage } from './standalone-page.ts'

/** Returns a page that says why another one is missing. `siteName` and `text` are plain text, `title` and `heading` HTML. */
export function noticePage(notice: {
  siteName: string
  title: string
  heading: string
  text: string
}): string {
  const name = escapeHtml(notice.siteName)
  return standalonePage({
    title: `${notice.title} | ${name}`,
    icon: '/favicon.png',
    header: `<p dir="auto"><a href="/">${name}</a></p>`,
    main: `<h1>${notice.heading}</h1>
<p dir="auto">${escapeHtml(notice.text)}</p>
<p><a class="button" href="/">${phraseHtml('Go to Homepage')}</a></p>`,
    style: `  header { padding: 10px 16px }
  header p { margin: 0; font-size: 30px; line-height: 1.2; font-weight: 700; letter-spacing: -0.015em }
  header a { text-decoration: none }
  main { box-sizing: border-box; max-width: 36rem; margin: 15vh auto 0; padding: 0 16px }
  h1 { margin: 0 0 12px; font-size: clamp(30px, 6vw, 38px); line-height: 1.1; font-weight: 600; letter-spacing: -0.01em }
  main p { margin: 0 0 24px; color: var(--muted); white-space: pre-line }
`,
  })
}
