import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { FindRoute } from './not-found-paths.ts'
import { routeTree } from './routeTree.gen.ts'

/** Matches paths like the router of a render. Separate from `server.ts`, which must import it dynamically. */
export function createFindRoute(): FindRoute {
  const router = createRouter({ routeTree, context: { queryClient: new QueryClient() } })
  return (path) => {
    const [, params, route] = router.getMatchedRoutes(path)
    return { id: route?.id, params }
  }
}
