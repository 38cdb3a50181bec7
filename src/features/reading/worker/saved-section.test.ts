import { describe, expect, it } from 'vitest'
import { offlinePage } from '../server/offline-page.ts'
import { withSavedArticles } from './saved-section.ts'

const page = offlinePage('The <Proof>')

describe('the offline page', () => {
  it('bears the name of the paper', () => {
    expect(page).toContain('<title>You are offline | The &lt;Proof&gt;</title>')
  })

  it('says how articles get there while there are none', () => {
    expect(withSavedArticles(page, [])).toBe(page)
    expect(page).toContain('There are none yet.')
  })

  it('links to those that can be read, whatever their titles hold', () => {
    const html = withSavedArticles(page, [{ id: 'a1', title: 'Prices <b>$& up' }])
    expect(html).toContain('<a dir="auto" href="/article/a1">Prices &lt;b&gt;$&amp; up</a>')
    expect(html).not.toContain('There are none yet.')
    expect(html.match(/<h2/g)).toHaveLength(1)
  })
})
