import { expect, it } from 'vitest'
import { latePublicationEmail } from './late-publication-email.ts'

it('lists at most 50 publications', () => {
  const plannedAt = new Date('2026-11-21T12:00:00Z')
  const late = Array.from({ length: 53 }, (_, index) => ({
    articleId: String(index),
    title: `Tea ${index}`,
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
  expect(text).toMatch(/https:\/\/paper\.example\/49\n\nThe back office lists 3 more\.\n$/)
})
