import { escapeHtml } from '#kernel/text.ts'

/** Enclose what the list of saved articles replaces. */
const START = '<!--saved-->'
const END = '<!--/saved-->'

export type SavedTitle = { id: string; title: string }

/** Inserts links to `articles` into the offline page. */
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
