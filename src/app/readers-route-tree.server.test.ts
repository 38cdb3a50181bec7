import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pruneRouteTree } from './readers-route-tree.server.ts'

const WHOLE = readFileSync(new URL('./routeTree.gen.ts', import.meta.url), 'utf8')

describe('pruneRouteTree', () => {
  it('removes the routes, their children and all types', async () => {
    const pruned = await pruneRouteTree(WHOLE, async (path) => path.includes('_admin'))
    expect(pruned).not.toMatch(/_admin|interface|declare/i)
    expect(pruned).toContain("id: '/article/$id'")
    expect(pruned).toContain('ReaderRoute: ReaderRouteWithChildren')
    expect(pruned).toMatch(
      /export const routeTree = rootRouteImport\s+\._addFileChildren\(rootRouteChildren\)/,
    )
  })

  it('keeps everything else', async () => {
    const pruned = await pruneRouteTree(WHOLE, async () => false)
    expect(pruned.match(/^import /gm)).toHaveLength(WHOLE.match(/^import \{/gm)?.length ?? 0)
  })

  it('rejects generated code that it cannot parse', async () => {
    const unknown = `${WHOLE}\nmakeMore(AdminRoute)\n`
    await expect(pruneRouteTree(unknown, async (path) => path.includes('_admin'))).rejects.toThrow(
      'still contains AdminRoute',
    )
  })
})
