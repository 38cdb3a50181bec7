import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import viteReact from '@vitejs/plugin-react'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { devSitePlugin } from './src/app/dev-site-plugin.server.ts'
import { finishBuildPlugin } from './src/app/finish-build-plugin.server.ts'
import { readersRouteTree } from './src/app/readers-route-tree.server.ts'
import { serviceWorkerPlugin } from './src/features/reading/worker/service-worker-plugin.server.ts'

/**
 * The code of every page, in one file, since many small files compress badly: the framework without the parts that only
 * infinite lists or the admin area use, and our smallest modules.
 */
const FOR_EVERY_PAGE =
  /node_modules\/(?!.*([iI]nfiniteQuery(Observer)?|useMutation|mutationObserver|useBlocker|createMiddleware)\.js)(react|react-dom|scheduler|use-sync-external-store|seroval|seroval-plugins|@tanstack)\/|\/src\/(app\/client|ui\/(useRouteRetry|Section|ServerHtml)|kernel\/(time\/dates|text\/(phrase|reading-time)|category-colour|failure-text|request-failure)|platform\/(http\/fetch-from-server|is-disk-full)|ui\/toast|features\/articles\/(rules\/(fetch-error|order-home)|reader\/(ArticleCard|ArticleImage|card-variants|JsonLd|replace-broken-images|with-lazy-features)))\./

/** Modules that share a file. Screens of the admin area would otherwise load a file for each icon. */
const GROUPS = [
  { name: 'every-page', test: FOR_EVERY_PAGE },
  { name: 'admin-icons', test: /node_modules\/lucide-react\// },
]

/**
 * Returns the id of a server function in its URL: its name, which logs show, and a short hash, since readers load these
 * ids. The default is a hash of 64 characters.
 */
function serverFunctionId({ filename, functionName }: { filename: string; functionName: string }): string {
  const name = functionName.replace('_createServerFn_handler', '')
  const hash = createHash('sha256').update(`${relative(import.meta.dirname, filename)} ${name}`)
  return `${name}-${hash.digest('hex').slice(0, 6)}`
}

/** All screens of a route share a chunk: separate files would be too small. */
const SCREENS = [
  [
    'component' as const,
    'pendingComponent' as const,
    'errorComponent' as const,
    'notFoundComponent' as const,
  ],
]

/** React includes this hook; the shim is for older versions. */
const WITHOUT_SHIM = {
  'use-sync-external-store/shim/with-selector.js': 'use-sync-external-store/with-selector',
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
  'use-sync-external-store/shim/index.js': 'react',
}

/**
 * Replaces the helper that preloads the imports of lazy files. It has nothing to do without the lists of imports, which
 * `modulePreload: false` turns off, since they cost more than they save. Like the original, it announces failures.
 */
function plainImports(): Plugin {
  return {
    name: 'masthead:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id.includes('vite/preload-helper')
        ? `export const __vitePreload = (load) => load().catch((error) => {
             dispatchEvent(new Event('vite:preloadError'))
             throw error
           })`
        : undefined,
  }
}

/** Server functions return plain data: readers do not load the code that reads and writes streams of bytes. */
const WITHOUT_STREAMS = {
  '@tanstack/router-core/dist/esm/ssr/serializer/seroval-plugins.js': `
    import { ShallowErrorPlugin } from './ShallowErrorPlugin.js'
    export const createDefaultSerovalPlugins = () => [ShallowErrorPlugin]
    export const defaultSerovalPlugins = createDefaultSerovalPlugins()
    export const defaultSerovalDeserializerPlugins = defaultSerovalPlugins`,
  '@tanstack/start-client-core/dist/esm/client-rpc/frame-decoder.js': `
    export const createFrameDecoder = () => {
      throw new Error('A server function returned a stream of bytes (WITHOUT_STREAMS in vite.config.ts)')
    }`,
}

function withoutStreams(): Plugin {
  return {
    name: 'masthead:without-streams',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => Object.entries(WITHOUT_STREAMS).find(([file]) => id.endsWith(`/node_modules/${file}`))?.[1],
  }
}

/** Lists the bundled packages with their licenses; {@link finishBuildPlugin} moves the file out of what is served. */
const license = { fileName: 'licenses.json' }

/**
 * Makes Chromium compile the file in the background while it loads
 * (https://v8.dev/blog/explicit-compile-hints). Otherwise, functions are compiled at their first call, on the
 * main thread, which doubles the work until the page is interactive.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad'

/** Minifies the file that every page loads once more: see decision 10. */
function minifyAgain(): Plugin {
  return {
    name: 'masthead:minify-again',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.isEntry) continue
        const { code } = await minify(file.code, {
          module: true,
          ecma: 2020,
          compress: { passes: 3, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
          format: { preamble: COMPILE_HINT },
        })
        if (code) file.code = code
      }
    },
  }
}

export default defineConfig(({ command }) => ({
  plugins: [
    plainImports(),
    withoutStreams(),
    tailwindcss(),
    tanstackStart({
      importProtection: { behavior: 'error' },
      // The site itself renders pages.
      vite: { installDevServerMiddleware: false },
      client: { entry: 'app/client.tsx' },
      server: { entry: 'app/server.ts' },
      serverFns: { generateFunctionId: serverFunctionId },
      router: {
        entry: 'app/router.tsx',
        generatedRouteTree: 'app/routeTree.gen.ts',
        codeSplittingOptions: { defaultBehavior: SCREENS },
      },
    }),
    viteReact(),
    devSitePlugin(),
    serviceWorkerPlugin(),
    readersRouteTree(),
    minifyAgain(),
    finishBuildPlugin(),
  ],
  // The site itself rejects other hosts, before Vite serves files.
  server: { port: Number(process.env.PORT || 3000), strictPort: true, allowedHosts: true },
  resolve: { alias: WITHOUT_SHIM },
  build: { target: 'es2022', modulePreload: false },
  environments: {
    client: {
      build: {
        license,
        rolldownOptions: {
          // No code depends on side effects of reading properties, and inlined constants are shorter.
          treeshake: { propertyReadSideEffects: false },
          optimization: { inlineConst: { mode: 'all' } },
          output: { codeSplitting: { groups: GROUPS } },
        },
      },
    },
    ssr: {
      // What is not installed with the package is bundled. The dev server imports packages as they are.
      resolve: command === 'build' ? { noExternal: true, external: Object.keys(manifest.dependencies) } : {},
      build: {
        license,
        rolldownOptions: {
          // The commands and the threads run outside of the server. They are built because Node.js does
          // not strip types in node_modules.
          input: {
            server: './src/app/server.ts',
            cli: './src/app/cli/cli.ts',
            'feed-reader-thread': './src/features/feeds/ingest/feed-reader-thread.server.ts',
            'media-thread': './src/features/media/server/media-thread.server.ts',
            'svg-process': './src/features/looks/server/svg-process.server.ts',
          },
        },
      },
    },
  },
}))
