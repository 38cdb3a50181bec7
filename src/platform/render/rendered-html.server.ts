import { AsyncLocalStorage } from 'node:async_hooks'

type Rendering = { html: string | undefined }

const rendering = new AsyncLocalStorage<Rendering>()

/** Whether the current render is part of `fetchText`, which takes the HTML from `passHtml`. */
export function expectsHtml(): boolean {
  return rendering.getStore() !== undefined
}

export function passHtml(html: string): void {
  const current = rendering.getStore()
  if (current) current.html = html
}

/**
 * Fetches a response with its text. A `Response` would copy the HTML several times and keep it in memory until a full
 * garbage collection.
 */
export async function fetchText(fetch: () => Response | Promise<Response>) {
  const current: Rendering = { html: undefined }
  const response = await rendering.run(current, fetch)
  const html = response.body === null ? current.html : undefined
  // The router, which stays in memory longer, refers to `current`.
  current.html = undefined
  return { status: response.status, headers: response.headers, body: html ?? (await response.text()) }
}
