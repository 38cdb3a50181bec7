import { expect, test } from 'vitest'
import { unavailableSearchForm } from './unavailable-search.ts'

const formOf = (path: string) => unavailableSearchForm(new URL(path, 'http://localhost'))

test.each(['/search?q=budget', '/search/?q=budget', '/Search?q=budget', '/%73earch?q=budget'])(
  '%s keeps its words in the form',
  (path) => expect(formOf(path)).toContain('name="q" value="budget"'),
)

test('words are escaped', () => {
  const form = formOf(`/search?q=${encodeURIComponent('"><script>alert(1)</script>&amp;')}`)
  expect(form).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"')
  expect(form).not.toContain('<script')
})

test('valid filters are kept, without the cursor of a page', () => {
  const form = formOf(
    '/search?q=a&category=Sport&author=%22A%22&from=2026-01-02&to=x&breaking=true&before=b&other=1',
  )
  const hidden = [...(form?.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g) ?? [])]
  expect(hidden.map(([, name, value]) => `${name}=${value}`)).toEqual([
    'category=Sport',
    'author=&quot;A&quot;',
    'from=2026-01-02',
    'breaking=true',
  ])
})

test('a search without words has an empty box', () =>
  expect(formOf('/search')).toContain('name="q" value=""'))

test.each(['/', '/searching', '/news/search', '/news?q=budget'])('%s has no form', (path) => {
  expect(formOf(path)).toBeUndefined()
})
