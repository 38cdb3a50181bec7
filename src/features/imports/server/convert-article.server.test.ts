import { expect, it } from 'vitest'
import { fakeArticle } from '../testing/fake-source.ts'
import { convertArticle } from './convert-article.server.ts'

it('says which images are missing in notes of limited length', async () => {
  const address = `https://courier.example/${'a'.repeat(900_000)}.jpg`
  const article = fakeArticle('1', { html: `<p>Text</p><img src="${address}"><img src="b.jpg">` })
  const missing = async () => ({ kind: 'missing', reason: 'There is none.' }) as const
  const converted = await convertArticle(article, { people: [], category: 'News' }, missing, (html) => ({
    html,
    count: 0,
  }))
  if (converted.kind === 'refused') throw new Error(converted.reason)
  const [long = '', short] = converted.notes
  expect(long).toMatch(/^Image https:\/\/courier\.example\/a/)
  expect(long.length).toBeLessThanOrEqual(500)
  expect(short).toBe('Image b.jpg: There is none.')
})
