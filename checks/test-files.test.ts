import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ISOLATED_TESTS } from '../vitest.config.ts'

const ROOT = join(import.meta.dirname, '..')

/** `http.server.test.ts` and `http.server.hosts.test.ts` test `http.server.ts`. */
function testedFiles(test: string): string[] {
  const [, stem = '', aspect = ''] = /^(.*?)(\.[\w-]+)?\.test\.tsx?$/.exec(test) ?? []
  return [stem, stem + aspect].flatMap((name) =>
    ['ts', 'tsx', 'mjs', 'css'].map((extension) => `${name}.${extension}`),
  )
}

// The tests in checks/ are about documents and the whole repository.
const tests = globSync('{bin,harness,src}/**/*.test.{ts,tsx}', { cwd: ROOT })

it('a test is next to the file that it tests and has its name', () => {
  expect(tests.length).toBeGreaterThan(300)
  const others = tests.filter((test) => !testedFiles(test).some((file) => existsSync(join(ROOT, file))))
  expect(others).toEqual([])
})

it('tests that replace modules or phrases run in processes of their own', () => {
  const isolated = tests.filter((test) =>
    /\b(vi\.mock|setPhrases)\(/.test(readFileSync(join(ROOT, test), 'utf8')),
  )
  expect(isolated.length).toBeGreaterThan(3)
  expect(isolated.filter((test) => !ISOLATED_TESTS.includes(test))).toEqual([])
})
