/** TypeScript's `webworker` library conflicts with `dom`. */
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
  respondWith(response: Promise<Response>): void
}

export type Build = {
  /** Changes with the files. */
  version: string
  /** Scripts, styles and fonts of reader pages. */
  files: string[]
  /** Those that toasts and the buttons of an article load on first use. */
  lazyFiles: string[]
}
