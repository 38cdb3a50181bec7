import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { generateReadersRouteTree } from './readers-route-tree.server.ts'

it('the route tree of readers has all of their pages, but neither the admin area nor server routes', async () => {
  const whole = await readFile(new URL('./routeTree.gen.ts', import.meta.url), 'utf8')
  const tree = await readFile(await generateReadersRouteTree(), 'utf8')
  const list = (code: string) =>
    [...code.matchAll(/^import \{ Route as \w+ \} from '[^']*\/routes\/([^']+)'/gm)].map(([, path]) => path)
  expect(list(tree).toSorted()).toEqual(
    list(whole)
      .filter((path) => /^(__root|_reader)/.test(path ?? ''))
      .toSorted(),
  )
  expect(tree).toContain("id: '/article/$id/{-$slug}'")
})
