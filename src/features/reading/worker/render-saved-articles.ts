import { escapeHtml } from '#kernel/text.ts'

/** Replaced by the list of saved articles. */
const PLACEHOLDER = /<!--saved-->[\s\S]*<!--\/saved-->/

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
  return html.replace(PLACEHOLDER, () => section)
}
