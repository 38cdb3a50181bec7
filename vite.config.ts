import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import viteReact from '@vitejs/plugin-react'
import { defineConfig, isRunnableDevEnvironment, type Plugin } from 'vite'

/** Under `npm run dev`: the database and the pictures, opened in the module graph that renders the pages. */
function devServices(): Plugin {
  let close = async () => {}
  return {
    name: 'masthead:dev-services',
    apply: 'serve',
    async configureServer(server) {
      const { ssr } = server.environments
      if (!ssr || !isRunnableDevEnvironment(ssr)) return
      const { openDevServices } = (await ssr.runner.import('/src/dev.ts')) as typeof import('./src/dev.ts')
      const services = await openDevServices(server.config.server.port)
      close = services.close
      // Vite itself heeds SIGTERM only.
      process.once('SIGINT', () => void server.close().finally(() => process.exit()))
      server.middlewares.use((request, response, next) => {
        services.handle(request, response).then((handled) => handled || next(), next)
      })
    },
    closeBundle: () => close(),
  }
}

/** What every page needs, in one file: smaller compressed, and kept by browsers from one release to the next. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|seroval|seroval-plugins|@tanstack)\//

export default defineConfig({
  plugins: [
    tailwindcss(),
    tanstackStart({ importProtection: { behavior: 'error' } }),
    viteReact(),
    devServices(),
  ],
  server: { port: Number(process.env.PORT || 3000), strictPort: true },
  build: { target: 'es2022' },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'framework', test: FRAMEWORK }] } } },
      },
    },
  },
})
