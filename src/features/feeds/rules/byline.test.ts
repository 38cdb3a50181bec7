import { describe, expect, it } from 'vitest'
import { byline } from './byline.ts'

describe('byline', () => {
  it.each([
    [['Jane Roe'], 'Jane Roe'],
    [['Ada', 'Ben'], 'Ada and Ben'],
    [['Ada', 'Ben', 'Cora'], 'Ada, Ben and Cora'],
    [['Ada', 'Ada'], 'Ada'],
    [['By Jane Roe'], 'Jane Roe'],
    [['by: Jane Roe'], 'Jane Roe'],
    [['jane@paper.example (Jane Roe)'], 'Jane Roe'],
    [['Jane Roe <jane@paper.example>'], 'Jane Roe'],
    [['Jane Roe, jane@paper.example'], 'Jane Roe'],
    [['Nick Ames (now), Ben Fisher (earlier)'], 'Nick Ames (now), Ben Fisher (earlier)'],
    [['<a href="https://x.example">Jane &amp; Joe</a>'], 'Jane & Joe'],
    [['https://paper.example/jane'], ''],
    [['jane@paper.example'], ''],
    [['mailto:jane@paper.example'], ''],
    [['admin'], ''],
    [['admin', 'Jane Roe'], 'Jane Roe'],
    [['  '], ''],
    [[], ''],
  ])('prints %j as %j', (authors, line) => {
    expect(byline(authors)).toBe(line)
  })

  it('is never longer than 200 characters', () => {
    expect(
      byline(Array.from({ length: 20 }, (_, index) => `Firstname Lastname ${index}`)).length,
    ).toBeLessThanOrEqual(200)
  })
})
