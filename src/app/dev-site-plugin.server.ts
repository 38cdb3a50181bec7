import { isRunnableDevEnvironment, type Plugin } from 'vite'
import type { DevSite } from './dev.ts'

type DevModule = typeof import('./dev.ts')

/** Serves the site under `npm run dev` from the module graph that renders pages. */
export function devSitePlugin(): Plugin {
  let opened: { module: DevModule; site: Promise<DevSite> } | undefined
  return {
    name: 'masthead:dev-site',
    apply: 'serve',
    async configureServer(server) {
      const { ssr } = server.environments
      if (!ssr || !isRunnableDevEnvironment(ssr)) return
      const { runner } = ssr

      async function open({ openDevSite }: DevModule, former?: Promise<DevSite>): Promise<DevSite> {
        try {
          const [{ default: application }, { createFindRoute }] = await Promise.all([
            runner.import<typeof import('./server.ts')>('/src/app/server.ts'),
            runner.import<typeof import('./find-route.server.ts')>('/src/app/find-route.server.ts'),
          ])
          const { fetch } = application
          return await openDevSite({ fetch, findRoute: createFindRoute() }, server.config.server.port)
        } finally {
          // Afterwards, so that the embedded database is not restarted.
          await former?.then((site) => site.close()).catch(() => {})
        }
      }

      /** Changed server modules replace the module graph, which then has no open database. */
      async function currentSite(): Promise<DevSite> {
        const module = await runner.import<DevModule>('/src/app/dev.ts')
        if (opened?.module === module) return opened.site
        const site = open(module, opened?.site)
        const current = { module, site }
        opened = current
        site.catch(() => {
          if (opened === current) opened = undefined
        })
        return site
      }

      await currentSite()
      // Vite itself handles SIGTERM only.
      process.once('SIGINT', () => void server.close().finally(() => process.exit()))
      const sites = new WeakMap<object, DevSite>()
      server.middlewares.use((request, response, next) => {
        currentSite().then((site) => {
          sites.set(request, site)
          site.handle(request, response, next)
        }, next)
      })
      return () => server.middlewares.use((request) => sites.get(request)?.resume(request))
    },
    closeBundle: async () => (await opened?.site)?.close(),
  }
}
