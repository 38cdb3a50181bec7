import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { FindRoute } from './classify-address.ts'
import { routeTree } from './routeTree.gen.ts'

/** Matches paths as renders do. `server.ts` must import this file dynamically. */
export function createFindRoute(): FindRoute {
  const router = createRouter({ routeTree, context: { queryClient: new QueryClient() } })
  return (path) => {
    const [, params, route] = router.getMatchedRoutes(path)
    return { id: route?.id, params }
  }
}
