import { expect, it } from 'vitest'
import { describeProgress, startProgress } from './export-progress.ts'

it('says how far an export is', () => {
  const progress = { ...startProgress(), articles: 1_200, totalArticles: 10_000, bytes: 3_400_000 }
  expect(describeProgress(progress)).toBe('1,200 of 10,000 articles, 3.4 MB')
  expect(describeProgress({ ...progress, files: 3, totalFiles: 340 })).toBe(
    '1,200 of 10,000 articles, 3 of 340 files, 3.4 MB',
  )
})
