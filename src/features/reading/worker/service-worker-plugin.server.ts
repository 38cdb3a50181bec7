import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'
import { isAdminModule } from '#kernel/paths.ts'
import type { Build } from './worker-scope.ts'

const WORKER = fileURLToPath(new URL('service-worker.ts', import.meta.url))

const LAZY_MODULES = /\/src\/(ui\/render-toast|features\/articles\/reader\/lazy-features)\.tsx?$/

/** Emits `/sw.js` with the file names of reader pages. */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: 'masthead:service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundleWorker(buildOf(bundle)) })
    },
  }
}

function buildOf(bundle: Rollup.OutputBundle): Build {
  // File names contain content hashes.
  const version = createHash('sha256')
    .update(Object.keys(bundle).sort().join('\n'))
    .digest('hex')
    .slice(0, 12)
  const files = ['/placeholder.svg', ...readerFiles(bundle).map((name) => `/${name}`)]
  return { version, files, lazyFiles: lazyFiles(bundle).map((name) => `/${name}`) }
}

/** The chunks of `LAZY_MODULES` with their imports, except for the file that every page loads. */
function lazyFiles(bundle: Rollup.OutputBundle): string[] {
  const found = new Set<string>()
  function visit(name: string): void {
    const file = bundle[name]
    if (file?.type !== 'chunk' || file.isEntry || found.has(name)) return
    found.add(name)
    file.imports.forEach(visit)
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some((id) => LAZY_MODULES.test(id))) visit(file.fileName)
  }
  return [...found].sort()
}

function readerFiles(bundle: Rollup.OutputBundle): string[] {
  const found = new Set<string>()
  function visit(name: string): void {
    const file = bundle[name]
    if (!file || found.has(name)) return
    if (file.type === 'chunk' && file.moduleIds.some(isAdminOnly)) return
    found.add(name)
    if (file.type !== 'chunk') return
    const { importedCss = [], importedAssets = [] } = file.viteMetadata ?? {}
    for (const next of [...file.imports, ...file.dynamicImports, ...importedCss, ...importedAssets])
      visit(next)
  }
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) visit(file.fileName)
  return [...found].sort()
}

/** Some browsers do not support module workers. */
async function bundleWorker(BUILD: Build): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify(BUILD) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: WORKER, output: { format: 'iife' } },
    },
  })
  const outputs = [result].flat().flatMap((output) => ('output' in output ? output.output : []))
  const [worker] = outputs.filter((output) => output.type === 'chunk')
  if (!worker) throw new Error('The service worker was not built')
  return worker.code
}

function isAdminOnly(file: string): boolean {
  return isAdminModule(file) || file.includes('/routeTree.gen.')
}
