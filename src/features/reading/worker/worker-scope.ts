/**
 * The global scope of a service worker (Service Workers, W3C), as far as ours uses it: TypeScript's own library for it
 * cannot stand beside the one for pages.
 */
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
  /** The answer to a navigation that the browser asked for while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

/** What the build tells the worker of itself (`service-worker-plugin.server.ts`). */
export type Build = {
  /** Changes with every change of the files. */
  version: string
  /** The paths of the script, style and font files that readers' pages are made of. */
  files: string[]
}
