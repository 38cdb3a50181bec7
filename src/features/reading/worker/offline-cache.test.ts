import { describe, expect, it } from 'vitest'
import { offlinePage } from '../server/offline-responses.server.ts'
import { renderSavedArticles, renderUnavailable } from './offline-cache.ts'

const page = offlinePage('The <Proof>')

describe('the offline page', () => {
  it('shows the name of the site', () => {
    expect(page).toContain('<title>You are offline | The &lt;Proof&gt;</title>')
  })

  it('explains how to save articles if there are none', () => {
    expect(renderSavedArticles(page, [])).toBe(page)
    expect(page).toContain('There are none yet.')
  })

  it('says that the server does not respond, with the list', () => {
    const html = renderUnavailable(page)
    expect(html).toContain('<title>Temporarily unavailable | The &lt;Proof&gt;</title>')
    expect(html).toContain('<h1>This page is temporarily unavailable</h1>')
    expect(html).not.toContain('offline</h1>')
    expect(html).not.toContain('without a network connection')
    expect(html).toContain('There are none yet.')
  })

  it('links to the saved articles, with their titles escaped', () => {
    const titles = [
      { id: 'a1', title: 'Prices <b>$& up' },
      { id: 'a2', title: 'BBC: صحيفة الغد تصدر أول عدد لها' },
    ]
    const html = renderSavedArticles(page, titles)
    expect(html).toContain('<a dir="ltr" href="/article/a1">Prices &lt;b&gt;$&amp; up</a>')
    expect(html).toContain('<a dir="rtl" href="/article/a2">')
    expect(html).not.toContain('There are none yet.')
    expect(html.match(/<h2/g)).toHaveLength(1)
  })
})
