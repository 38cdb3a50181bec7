import { escapeHtml } from '#kernel/text.ts'

/** Enclose what the list of saved articles replaces. */
const START = '<!--saved-->'
const END = '<!--/saved-->'

export type SavedTitle = { id: string; title: string }

export function renderSavedArticles(html: string, articles: readonly SavedTitle[]): string {
  if (articles.length === 0) return html
  const links = articles.map(
    ({ id, title }) => `<li><a dir="auto" href="/article/${id}">${escapeHtml(title)}</a></li>`,
  )
  const section = `<h2 id="saved">Your Reading List</h2>
<ul>${links.join('')}</ul>
<p><a href="/bookmarks">Open the Reading List</a></p>`
  const [before = '', rest = ''] = html.split(START)
  return before + section + rest.slice(rest.indexOf(END) + END.length)
}

/** Makes the offline page say that the server does not respond, in place of the network. */
export function renderUnavailable(html: string): string {
  return html
    .replace('<title>You are offline', '<title>Temporarily unavailable')
    .replace(
      /<h1>[^<]*<\/h1>\n<p>[^<]*<\/p>/,
      '<h1>This page is temporarily unavailable</h1>\n<p>The server does not respond. This page reloads when it does.</p>',
    )
}
