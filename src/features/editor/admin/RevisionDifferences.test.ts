import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { RevisionDifferences } from './RevisionDifferences.tsx'

const after = { ...EMPTY_ARTICLE, title: 'Tea at four' }
const render = (before: typeof after | null) =>
  renderToStaticMarkup(createElement(RevisionDifferences, { before, after, image: undefined }))

it('shows the first version as it is, and the later ones with what was added and removed', () => {
  const first = render(null)
  expect(first).toContain('First version')
  expect(first).toContain('Tea at four')
  expect(first).not.toContain('<ins')
  const later = render({ ...after, title: 'Tea' })
  expect(later).not.toContain('First version')
  expect(later).toMatch(/<ins[^>]*> at four<\/ins>/)
})
