import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const STATUSES = ['met', 'not met', 'not applicable']
/** OWASP ASVS 5.0.0: requirements of levels 1 and 2 in each chapter. */
const REQUIREMENTS_BY_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
const LEVEL_1_REQUIREMENTS = 70

const text = readFileSync(join(import.meta.dirname, '..', 'docs', 'appendix', 'asvs.md'), 'utf8')
const lines = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))

const requirements = lines.flatMap(([, id = '', level = '', , status = '', reason = '']) =>
  /^\d+\.\d+\.\d+$/.test(id) ? [{ id, level, status: status.replaceAll('*', ''), reason }] : [],
)
const summary = lines.flatMap(([, chapter = '', ...counts]) =>
  /^(V\d+ |total$)/.test(chapter) ? [{ chapter, counts: counts.slice(0, STATUSES.length).map(Number) }] : [],
)

const countStatuses = (prefix: string) =>
  STATUSES.map(
    (wanted) => requirements.filter(({ id, status }) => id.startsWith(prefix) && status === wanted).length,
  )

describe('the ASVS assessment', () => {
  it('lists each requirement of levels 1 and 2 once, with a status and a reason', () => {
    const ids = requirements.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
    const byChapter = REQUIREMENTS_BY_CHAPTER.map(
      (_, index) => ids.filter((id) => id.startsWith(`${index + 1}.`)).length,
    )
    expect(byChapter).toEqual(REQUIREMENTS_BY_CHAPTER)
    expect(requirements.filter(({ level }) => level === '1')).toHaveLength(LEVEL_1_REQUIREMENTS)
    expect(requirements.filter(({ status, reason }) => !STATUSES.includes(status) || !reason)).toEqual([])
  })

  it('has a summary that matches the requirements', () => {
    const expected = summary.map(({ chapter }) => {
      const prefix = chapter === 'total' ? '' : `${/\d+/.exec(chapter)?.[0]}.`
      return { chapter, counts: countStatuses(prefix) }
    })
    expect(summary).toEqual(expected)
    expect(summary).toHaveLength(REQUIREMENTS_BY_CHAPTER.length + 1)
  })
})
