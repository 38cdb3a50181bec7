/** What the framework's build makes of the server functions; it has no types of its own. */
declare module '#tanstack-start-server-fn-resolver' {
  /** @throws when there is no server function with that id, or none that a client may call */
  export function getServerFnById(id: string, access: { origin: 'client' | 'server' }): Promise<unknown>
}

/** The route tree of readers' browsers (platform/pages/readers-route-tree.server.ts). */
declare module '#readers-route-tree' {
  export { routeTree } from './routeTree.gen.ts'
}
