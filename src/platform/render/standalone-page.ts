import { servedLook } from '#kernel/look.ts'
import { languageDirection } from '#kernel/text/language-tag.ts'
import { place } from '#kernel/time/place.ts'

/** `title`, `header` and `main` are HTML. */
type Standalone = {
  title: string
  header: string
  main: string
  style: string
  script?: string
  /** Requires the site's own files. */
  icon?: string
}

/** Works without the site's files, using the tokens of ui/tokens.css. */
export function standalonePage({ title, header, main, style, script, icon }: Standalone): string {
  const { locale } = place()
  const { accent } = servedLook()
  return `<!doctype html>
<html lang="${locale}" dir="${languageDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="theme-color" content="${accent}">
<title>${title}</title>${icon ? `\n<link rel="icon" href="${icon}" type="image/png">` : ''}
<style>
  :root { color-scheme: light dark; --paper: #fff; --ink: #141414; --muted: #5d5850; --accent: ${accent}; --rule: #ddd7cd }
  @media (prefers-color-scheme: dark) { :root { --paper: #131211; --ink: #f1ede6; --muted: #aca499; --rule: #34302b } }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 18px/1.5 Georgia, "Times New Roman", serif; overflow-wrap: anywhere }
  header { background: var(--accent); color: #fff }
  a { color: inherit; text-underline-offset: 0.15em }
  .button { display: inline-flex; align-items: center; min-height: 44px; box-sizing: border-box; border: 1px solid currentcolor; padding: 8px 20px; color: var(--ink); font: 600 14px/20px system-ui, sans-serif; text-decoration: none }
  .button:hover { background: var(--ink); color: var(--paper) }
  :focus-visible { outline: 2px solid currentcolor; outline-offset: 2px }
${style}</style>
</head>
<body>
<header>${header}</header>
<main>
${main}
</main>${script ? `\n<script>${script}</script>` : ''}
</body>
</html>
`
}
