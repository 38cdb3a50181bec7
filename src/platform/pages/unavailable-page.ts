/**
 * The page for when the database is away and nothing is kept of what was asked: whole in itself, since nothing else may
 * be at hand.
 */
export function unavailablePage(): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Temporarily unavailable</title>
<style>
  :root { color-scheme: light dark; --paper: #fff; --ink: #141414; --muted: #5d5850; --red: #a80f14; --rule: #ddd7cd }
  @media (prefers-color-scheme: dark) { :root { --paper: #131211; --ink: #f1ede6; --muted: #b3aca1; --rule: #34302b } }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 18px/1.5 Georgia, "Times New Roman", serif }
  header { height: 12px; background: var(--red) }
  main { box-sizing: border-box; max-width: 36rem; margin: 15vh auto 0; padding: 0 16px }
  h1 { border-top: 1px solid var(--rule); padding-top: 24px }
  h1 { margin: 0 0 12px; font-size: 38px; line-height: 1.1; font-weight: 600; letter-spacing: -0.01em }
  p { margin: 0 0 16px; color: var(--muted) }
  a { color: inherit }
</style>
</head>
<body>
<header></header>
<main>
<h1>This page is not available just now</h1>
<p>The database that holds our articles cannot be reached. Pages that were read a moment ago are still here; this one will be back as soon as the database is.</p>
<p><a href="">Try again</a> or go to the <a href="/">front page</a>.</p>
</main>
</body>
</html>
`
}
