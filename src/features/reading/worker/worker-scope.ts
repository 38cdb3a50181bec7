/** The used part of a service worker's global scope (W3C). TypeScript's `webworker` library conflicts with `dom`. */
export type WorkerScope = {
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: ExtendableEvent & { data: unknown }) => void): void
}

type ExtendableEvent = { waitUntil(work: Promise<unknown>): void }

export type FetchEvent = ExtendableEvent & {
  readonly request: Request
  /** The response to a navigation that the browser requested while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

/** The build that a worker belongs to (`service-worker-plugin.server.ts`). */
export type Build = {
  /** Changes with every change of the files. */
  version: string
  /** The paths of the script, style and font files that readers' pages are made of. */
  files: string[]
}
