import { escapeHtml } from '#kernel/text.ts'
import { standalonePage } from './standalone-page.ts'

export function maintenancePage(siteName: string): string {
  const name = escapeHtml(siteName)
  return standalonePage({
    title: `Back soon | ${name}`,
    icon: '/favicon.png',
    header: `<p dir="auto">${name}</p>`,
    main: `<div>
<hr>
<h1>Back soon</h1>
<p><bdi>${name}</bdi> is closed for maintenance. We will be back soon. Thank you for your patience.</p>
<a class="button" href="">Try again</a>
</div>`,
    style: `  * { box-sizing: border-box }
  body { min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column }
  header { padding: 10px 16px }
  header p { margin: 0; text-wrap: balance; font-size: 30px; line-height: 1.2; font-weight: 700; letter-spacing: -0.015em }
  main { flex: 1; display: grid; place-content: center; padding: 40px 24px 12vh; text-align: center }
  main > div { max-width: 34rem }
  hr { width: 64px; height: 3px; margin: 0 auto 28px; border: 0; background: var(--red) }
  h1 { margin: 0 0 16px; font-size: clamp(34px, 7vw, 54px); line-height: 1.08; font-weight: 600; letter-spacing: -0.02em }
  main p { margin: 0 0 28px; color: var(--muted); text-wrap: balance }
  @media (prefers-color-scheme: dark) { hr { background: #e5484d } }
`,
  })
}
