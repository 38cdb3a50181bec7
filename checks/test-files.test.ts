import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** `http.server.test.ts` and `http.server.hosts.test.ts` test `http.server.ts`. */
function testedFiles(test: string): string[] {
  const [, stem = '', aspect = ''] = /^(.*?)(\.[\w-]+)?\.test\.tsx?$/.exec(test) ?? []
  return [stem, stem + aspect].flatMap((name) =>
    ['ts', 'tsx', 'mjs', 'css'].map((extension) => `${name}.${extension}`),
  )
}

it('a test is next to the file that it tests and has its name', () => {
  // The tests in checks/ are about documents and the whole repository.
  const tests = globSync('{bin,harness,src}/**/*.test.{ts,tsx}', { cwd: ROOT })
  expect(tests.length).toBeGreaterThan(300)
  const others = tests.filter((test) => !testedFiles(test).some((file) => existsSync(join(ROOT, file))))
  expect(others).toEqual([])
})
