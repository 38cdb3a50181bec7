import { phrase, plural } from '#kernel/text/phrase.ts'
import { FOLDED_LETTERS } from '#kernel/text/text.ts'

/** The number of articles in a file of the index. */
export const SEARCH_SHARD_SIZE = 2_000
export const SEARCH_FOLDER = 'search'

/** An article in the index. */
export type SearchEntry = [path: string, title: string, text: string, day: string, category: string]

export function shardName(number: number): string {
  return `articles-${number}.json`
}

/** Adds the script to the search page. */
export function addSearchScript(html: string): string {
  return html.replace('</body>', `<script src="/${SEARCH_FOLDER}/search.js" defer></script></body>`)
}

const MAX_RESULTS = 50

/**
 * Returns the script of the search page. It finds the articles that contain all words, newest first, and fetches files of the index
 * until there are enough results.
 */
export function searchScript(): string {
  const texts = {
    searching: phrase('Searching…'),
    failed: phrase('The search index could not be loaded. Please try again later.'),
    newest: phrase('The newest {count} articles', { count: MAX_RESULTS }),
    found: Array.from({ length: MAX_RESULTS + 1 }, (_, count) =>
      plural(count, '{number} result found', '{number} results found', { number: count }),
    ),
  }
  return `(async () => {
  const limit = ${MAX_RESULTS}
  const texts = ${JSON.stringify(texts)}
  const letters = ${JSON.stringify(FOLDED_LETTERS)}
  const fold = (text) =>
    text.normalize('NFKD').replace(/\\p{M}/gu, '').toLowerCase().replace(/[^ -~]/g, (letter) => letters[letter] ?? letter)
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
  status.textContent = texts.searching
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
    status.textContent = found > limit ? texts.newest : texts.found[found]
  } catch {
    status.textContent = texts.failed
  }
})()
`
}
