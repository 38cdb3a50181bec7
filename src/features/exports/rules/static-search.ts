import type { Category } from '#kernel/category.ts'

/** The number of articles in a file of the index. */
export const SEARCH_SHARD_SIZE = 2_000
export const SEARCH_FOLDER = 'search'

/** An article in the index. */
export type SearchEntry = [path: string, title: string, text: string, day: string, category: Category]

export function shardName(number: number): string {
  return `articles-${number}.json`
}

/** Adds the script to the search page. */
export function addSearchScript(html: string): string {
  return html.replace('</body>', `<script src="/${SEARCH_FOLDER}/search.js" defer></script></body>`)
}

/**
 * The script of the search page. Finds the articles that contain all words, newest first, and fetches files of the index until there
 * are enough results.
 */
export const SEARCH_SCRIPT = `(async () => {
  const limit = 50
  const fold = (text) => text.normalize('NFKD').replace(/\\p{M}/gu, '').toLowerCase()
  const query = (new URLSearchParams(location.search).get('q') || '').slice(0, 200)
  const words = fold(query).split(/\\s+/).filter(Boolean)
  const form = document.querySelector('main form')
  if (!form) return
  const field = form.querySelector('[name=q]')
  if (field) field.value = query
  for (let block = form; block.parentElement && block.parentElement.tagName !== 'MAIN'; block = block.parentElement)
    while (block.nextElementSibling) block.nextElementSibling.remove()
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  const list = document.createElement('ol')
  list.style.cssText = 'list-style:none;padding:0;margin:1.5rem 0'
  form.after(status, list)
  if (words.length === 0) return
  status.textContent = 'Searching…'
  const read = async (name) => (await fetch('/search/' + name)).json()
  let found = 0
  try {
    for (const name of await read('index.json')) {
      for (const [path, title, text, day, category] of await read(name)) {
        const searched = fold(title + ' ' + text + ' ' + category)
        if (!words.every((word) => searched.includes(word))) continue
        found += 1
        if (found > limit) break
        const item = document.createElement('li')
        item.style.margin = '0 0 1.25rem'
        const link = document.createElement('a')
        link.href = path
        link.textContent = title
        link.style.fontWeight = '600'
        const details = document.createElement('p')
        details.textContent = [category, day, text].filter(Boolean).join(' · ')
        item.append(link, details)
        list.append(item)
      }
      if (found > limit) break
    }
    status.textContent =
      found > limit ? 'The newest ' + limit + ' articles' : found === 1 ? '1 article found' : found + ' articles found'
  } catch {
    status.textContent = 'The search index could not be loaded. Please try again later.'
  }
})()
`
