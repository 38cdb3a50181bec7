import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'harness/README.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }),
]
const MAX_DECISION_WORDS = 300

/** Link targets, without anchors. */
const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g
const CODE_SPAN = /`([^`\s<]+)`/g
/** Code spans that name files or folders of the repository, which may contain `*`. */
const REPOSITORY_PATH =
  /^(?:\.github|bin|checks|docs|e2e|harness|migrations|samples|src|app|features|kernel|platform|routes|schema|ui)\/|^[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|css|md|sql)$/

const read = (document: string) => readFileSync(join(ROOT, document), 'utf8')

/** The names of all files in these folders. */
const NAMES = new Set(
  globSync('{*,{src,e2e,bin,harness,checks}/**/*}', { cwd: ROOT }).map((file) => basename(file)),
)

/**
 * Whether `path` exists. Paths in documents are relative to the repository or to `src/`; a name alone may be anywhere.
 */
function exists(path: string): boolean {
  if (!path.includes('/')) return NAMES.has(path)
  return [path, join('src', path)].some((candidate) =>
    candidate.includes('*')
      ? globSync(candidate, { cwd: ROOT }).length > 0
      : existsSync(join(ROOT, candidate)),
  )
}

describe.each(DOCUMENTS)('%s', (document) => {
  it('links to files that exist', () => {
    const targets = [...read(document).matchAll(LINK)].map(([, target = '']) => target)
    const broken = targets.filter(
      (target) => !/^https?:/.test(target) && !existsSync(join(ROOT, dirname(document), target)),
    )
    expect(broken).toEqual([])
  })

  it('names files that exist', () => {
    const spans = [...read(document).matchAll(CODE_SPAN)].map(([, span = '']) => span)
    const paths = spans.filter((span) => REPOSITORY_PATH.test(span))
    expect(paths.filter((path) => !exists(path))).toEqual([])
  })
})

it('the requirements name tests that exist, by their file names', () => {
  const names = [...read('docs/spec.md').matchAll(/`([^`\s]*\.(?:test|spec)\.ts)`/g)].map(
    ([, name = '']) => name,
  )
  expect(names.length).toBeGreaterThan(300)
  expect(names.filter((name) => name.includes('/'))).toEqual([])
  const tests = globSync('{src,e2e,bin,checks,harness}/**/*.{test,spec}.ts', { cwd: ROOT }).map((file) =>
    basename(file),
  )
  expect(names.filter((name) => !tests.some((test) => matchesGlob(test, name)))).toEqual([])
})

it.each(globSync('docs/decisions/*.md', { cwd: ROOT }))(
  '%s is short and has a status and a date',
  (document) => {
    expect(read(document)).toMatch(/^# \d+\. .+\n\n\*\*Status:\*\* (accepted|superseded) \d{4}-\d\d-\d\d/)
    expect(read(document).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(MAX_DECISION_WORDS)
  },
)

it('decisions have different numbers', () => {
  const numbers = globSync('docs/decisions/*.md', { cwd: ROOT }).map((file) => basename(file).slice(0, 4))
  expect(numbers).toHaveLength(new Set(numbers).size)
})
