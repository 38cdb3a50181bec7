import { escapeHtml } from '#kernel/text.ts'

/** Where the offline page names what can be read; what it encloses stands there while nothing can. */
const PLACE = /<!--saved-->[\s\S]*<!--\/saved-->/

/** An article of the Reading List, as far as a list of links needs it. */
export type SavedTitle = { id: string; title: string }

/** The offline page's HTML with links to `articles`, where there are any. */
export function withSavedArticles(html: string, articles: readonly SavedTitle[]): string {
  if (articles.length === 0) return html
  const links = articles.map(
    ({ id, title }) => `<li><a dir="auto" href="/article/${id}">${escapeHtml(title)}</a></li>`,
  )
  const section = `<h2 id="saved">Your Reading List</h2>
<ul>${links.join('')}</ul>
<p><a href="/bookmarks">Open the Reading List</a></p>`
  return html.replace(PLACE, () => section)
}
