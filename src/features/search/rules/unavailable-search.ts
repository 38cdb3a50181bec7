import { MAX_QUERY_LENGTH } from '#kernel/parameters.ts'
import { decodePath } from '#kernel/paths.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { isSearchPath, parseSearchParams } from './search-params.ts'

/** HTML; undefined for other pages. Separate from the parameters, which readers' scripts contain. */
export function unavailableSearchForm(url: URL): string | undefined {
  if (!isSearchPath(decodePath(url.pathname))) return undefined
  const { q = '', before: _, ...filter } = parseSearchParams(Object.fromEntries(url.searchParams))
  const hidden = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">\n`,
  )
  return `<search>
<form action="/search">
<label for="q">${phraseHtml('Search articles')}</label>
<div>
<input id="q" type="search" name="q" value="${escapeHtml(q)}" maxlength="${MAX_QUERY_LENGTH}" dir="auto" autocomplete="off" enterkeyhint="search">
<button class="button">${escapeHtml(phrase('Search', {}, 'button'))}</button>
</div>
${hidden.join('')}</form>
</search>
`
}
