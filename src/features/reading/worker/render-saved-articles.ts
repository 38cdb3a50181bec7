import { escapeHtml } from '#kernel/text.ts'

/** The part of the offline page that the list of saved articles replaces. */
const PLACEHOLDER = /<!--saved-->[\s\S]*<!--\/saved-->/

/** An article of the Reading List for a list of links. */
export type SavedTitle = { id: string; title: string }

/** Returns the HTML of the offline page with links to `articles`, if there are any. */
export function renderSavedArticles(html: string, articles: readonly SavedTitle[]): string {
  if (articles.length === 0) return html
  const links = articles.map(
    ({ id, title }) => `<li><a dir="auto" href="/article/${id}">${escapeHtml(title)}</a></li>`,
  )
  const section = `<h2 id="saved">Your Reading List</h2>
<ul>${links.join('')}</ul>
<p><a href="/bookmarks">Open the Reading List</a></p>`
  return html.replace(PLACEHOLDER, () => section)
}
