/** Enough for a text that is not a summary. */
const PARAGRAPHS = 8

/** Paragraphs of a text about `subject`. */
export function paragraphs(subject: string, count = PARAGRAPHS): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<p>${subject}, part ${index + 1}: the council met in the old town hall, heard both sides, and decided that the ` +
      `work would go on until the spring, although several members, and many residents, had asked for a longer pause.</p>`,
  ).join('')
}

/** The page of an article as publishers serve it: navigation, other headlines and scripts around `content` (HTML). */
export function articlePage(title: string, content = paragraphs(title)): string {
  return `<!doctype html><html lang="en"><head><title>${title} | The Courier</title><style>p { margin: 0 }</style></head>
<body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/sport">Sport</a></li></ul></nav></header>
<main><article><h1>${title}</h1>${content}</article></main>
<aside class="related"><h2>Most read</h2><ul><li><a href="/other">Another story entirely</a></li></ul></aside>
<footer>Copyright The Courier</footer><script>track()</script></body></html>`
}
