import { expect, it } from 'vitest'
import { latePublicationEmail } from './late-publication-email.ts'

it('lists at most 50 publications', () => {
  const plannedAt = new Date('2026-11-21T12:00:00Z')
  const late = Array.from({ length: 53 }, (_, index) => ({
    articleId: String(index),
    title: `Tea ${index}`,
    kind: 'publish' as const,
    plannedAt,
    publishedAt: null,
    hasFailed: false,
  }))
  const { subject, text } = latePublicationEmail(late, {
    host: 'paper.example',
    editorUrl: (id) => `https://paper.example/${id}`,
  })
  expect(subject).toBe('53 scheduled publications at paper.example are late')
  expect(text.match(/was scheduled for/g)).toHaveLength(50)
  expect(text).toMatch(/https:\/\/paper\.example\/49\n\nThe admin area lists 3 more\.\n$/)
})

it.each([
  [[{ publishedAt: null, hasFailed: false }], 'A scheduled publication at paper.example is late'],
  [[{ publishedAt: new Date(0), hasFailed: false }], 'A scheduled publication at paper.example was late'],
  [[{ publishedAt: null, hasFailed: true }], 'A scheduled publication at paper.example failed'],
  [
    [
      { publishedAt: new Date(0), hasFailed: false },
      { publishedAt: null, hasFailed: true },
    ],
    '2 scheduled publications at paper.example need attention',
  ],
])('names the outcome in the subject: %j', (outcomes, subject) => {
  const late = outcomes.map((outcome) => ({
    articleId: '1',
    title: 'Tea',
    kind: 'publish' as const,
    plannedAt: new Date(0),
    ...outcome,
  }))
  const options = { host: 'paper.example', editorUrl: () => 'https://paper.example/1' }
  expect(latePublicationEmail(late, options).subject).toBe(subject)
})

it('says of a withdrawal that the article is not withdrawn yet', () => {
  const plannedAt = new Date('2026-11-21T12:00:00Z')
  const late = [
    {
      articleId: '1',
      title: 'Tea',
      kind: 'withdraw' as const,
      plannedAt,
      publishedAt: null,
      hasFailed: false,
    },
  ]
  const { text } = latePublicationEmail(late, { host: 'paper.example', editorUrl: (id) => id })
  expect(text).toContain(
    'The withdrawal of the article "Tea" was scheduled for 21 November 2026 at 12:00 (London time). It is not withdrawn yet.',
  )
})
