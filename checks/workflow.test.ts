import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

it('the workflows and version managers use the Node.js version of the project', () => {
  const { devDependencies, dependencies } = JSON.parse(read('package.json'))
  const pinned = { ...devDependencies, ...dependencies }.node
  const versions = globSync('.github/workflows/*.yml')
    .flatMap((file) => [...read(file).matchAll(/node-version: (\d.*)/g)])
    .map(([, version]) => version)
  expect(versions.length).toBeGreaterThan(3)
  expect(new Set([...versions, read('.nvmrc').trim()])).toEqual(new Set([pinned]))
})
