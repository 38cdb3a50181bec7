import { standalonePage } from './standalone-page.ts'

/** Shown when the database is unavailable and no page is cached. */
export function unavailablePage(): string {
  return messagePage(
    'The server cannot reach its database. Recently viewed pages may still work. Try this page again in a few minutes.',
  )
}

/** Shown when too many pages are being rendered and no page is cached. */
export function overloadedPage(): string {
  return messagePage('The server is receiving too many requests. Try this page again in a few seconds.')
}

function messagePage(message: string): string {
  return standalonePage({
    title: 'Temporarily unavailable',
    header: '',
    main: `<h1>This page is temporarily unavailable</h1>
<p>${message}</p>
<p><a href="">Try again</a> or go to the <a href="/">front page</a>.</p>`,
    style: `  header { height: 12px }
  main { box-sizing: border-box; max-width: 36rem; margin: 15vh auto 0; padding: 0 16px }
  h1 { margin: 0 0 12px; border-top: 1px solid var(--rule); padding-top: 24px; font-size: 38px; line-height: 1.1; font-weight: 600; letter-spacing: -0.01em }
  p { margin: 0 0 16px; color: var(--muted) }
`,
  })
}
