import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig, isRunnableDevEnvironment, type Plugin } from 'vite'
import { readersRouteTree } from './src/app/readers-route-tree.server.ts'
import { serviceWorkerPlugin } from './src/features/reading/worker/service-worker-plugin.server.ts'

/** Under `npm run dev`: everything but pages, opened in the module graph that renders the pages. */
function devSite(): Plugin {
  let close = async () => {}
  return {
    name: 'masthead:dev-site',
    apply: 'serve',
    async configureServer(server) {
      const { ssr } = server.environments
      if (!ssr || !isRunnableDevEnvironment(ssr)) return
      const { openDevSite } = (await ssr.runner.import(
        '/src/app/dev.ts',
      )) as typeof import('./src/app/dev.ts')
      const site = await openDevSite(server.config.server.port)
      close = site.close
      // Vite itself handles SIGTERM only.
      process.once('SIGINT', () => void server.close().finally(() => process.exit()))
      server.middlewares.use((request, response, next) => {
        site.handle(request, response).then((handled) => handled || next(), next)
      })
    },
    closeBundle: () => close(),
  }
}

/**
 * What every page needs, in one file, since many small ones compress badly: the framework, but for the lists that
 * only some pages load on and for what only the back office uses, and the smallest pieces of our own.
 */
const FOR_EVERY_PAGE =
  /node_modules\/(?!.*([iI]nfiniteQuery(Observer)?|useMutation|mutationObserver|useBlocker|createMiddleware)\.js)(react|react-dom|scheduler|use-sync-external-store|seroval|seroval-plugins|@tanstack)\/|\/src\/(app\/client|ui\/useRouteRetry|kernel\/(dates|category-colour|failure-text)|features\/articles\/(rules\/(fetch-error|layout-home)|reader\/(ArticleCard|ArticleImage|card-variants)))\./

/** A route's screen and its error screens share a chunk: separate files would be too small. */
const SCREENS = [['component' as const, 'errorComponent' as const, 'notFoundComponent' as const]]

/** React includes this hook; the shim is for older versions. */
const WITHOUT_SHIM = {
  'use-sync-external-store/shim/with-selector.js': 'use-sync-external-store/with-selector',
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
  'use-sync-external-store/shim/index.js': 'react',
}

/**
 * Lazy files load without lists of what each needs in turn, which weigh more than they save (`modulePreload: false`). What
 * would read the lists is then left out too.
 */
function plainImports(): Plugin {
  return {
    name: 'masthead:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : undefined,
  }
}

export default defineConfig({
  plugins: [
    plainImports(),
    tailwindcss(),
    tanstackStart({
      importProtection: { behavior: 'error' },
      client: { entry: 'app/client.tsx' },
      server: { entry: 'app/server.ts' },
      router: {
        entry: 'app/router.tsx',
        generatedRouteTree: 'app/routeTree.gen.ts',
        codeSplittingOptions: { defaultBehavior: SCREENS },
      },
    }),
    viteReact(),
    devSite(),
    serviceWorkerPlugin(),
    readersRouteTree(),
  ],
  server: { port: Number(process.env.PORT || 3000), strictPort: true },
  resolve: { alias: WITHOUT_SHIM },
  build: { target: 'es2022', modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Nothing here counts on what reading a property might do, and constants are shorter where they are used.
          treeshake: { propertyReadSideEffects: false },
          optimization: { inlineConst: { mode: 'all' } },
          output: { codeSplitting: { groups: [{ name: 'every-page', test: FOR_EVERY_PAGE }] } },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          // The commands and the feed parser run outside of the server. They are built because Node.js does not strip types
          // in node_modules.
          input: {
            server: './src/app/server.ts',
            cli: './src/app/cli/cli.ts',
            'feed-reader-thread': './src/features/feeds/server/feed-reader-thread.server.ts',
          },
        },
      },
    },
  },
})
