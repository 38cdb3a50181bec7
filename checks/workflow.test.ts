import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

it('the workflow runs the checks and tests with the Node.js version of the project', () => {
  const { devDependencies, dependencies } = JSON.parse(read('package.json'))
  const pinned = { ...devDependencies, ...dependencies }.node
  const versions = [...read('.github/workflows/ci.yml').matchAll(/node-version: (\d.*)/g)].map(
    ([, version]) => version,
  )
  expect(versions.length).toBeGreaterThan(3)
  expect(new Set(versions)).toEqual(new Set([pinned]))
})
