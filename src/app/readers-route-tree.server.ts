import { fileURLToPath } from 'node:url'
import { Generator, getConfig } from '@tanstack/router-generator'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const WHOLE = fileURLToPath(new URL('./routeTree.gen.ts', import.meta.url))
const FOR_READERS = fileURLToPath(
  new URL('../../node_modules/.cache/readersRouteTree.gen.js', import.meta.url),
)

/** Provides `#readers-route-tree`: in the client's build, without the admin area and server routes. */
export function readersRouteTree(): Plugin {
  return {
    name: 'masthead:readers-route-tree',
    enforce: 'pre',
    async resolveId(id) {
      if (id !== '#readers-route-tree') return undefined
      if (this.environment.name !== 'client' || this.environment.mode !== 'build') return WHOLE
      await generateReadersRouteTree()
      return FOR_READERS
    },
  }
}

/** @returns the path of the file */
export async function generateReadersRouteTree(): Promise<string> {
  const config = getConfig(
    {
      routesDirectory: 'src/routes',
      generatedRouteTree: FOR_READERS,
      // Server routes end with ".ts".
      routeFileIgnorePattern: '^_admin|\\.ts$',
      disableTypes: true,
      enableRouteTreeFormatting: false,
      disableLogging: true,
      tmpDir: `${root}node_modules/.cache`,
    },
    root,
  )
  await new Generator({ config, root }).run()
  return FOR_READERS
}
