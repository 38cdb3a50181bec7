import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { setResponseStatus } from '@tanstack/react-start/server'
import type { ReaderTag } from '#kernel/cache-tags.ts'
import { type ServedLook, setPreviewedLook } from '#kernel/look.ts'
import type { PolicySources } from './content-security-policy.server.ts'

/** State of the response being rendered, which code anywhere in the render can read and change. */
export type RenderContext = {
  /** Random, so that content cannot contain it. */
  nonce: string
  sources: PolicySources[]
  /** Allowed inline scripts, by their exact text. */
  scripts: string[]
  /** Undefined for responses that are never cached. */
  page: PageContext | undefined
}

/** For an editor: the page as it would be if the drafts were published or as it was `at` an instant, or with another look. */
export type Preview = { at: Date | null; look?: undefined } | { look: ServedLook; at?: undefined }

/** `isUnavailable`: too many reads are running, or the database connection was lost. */
type PageContext = {
  tags: Set<ReaderTag>
  preview: Preview | undefined
  isCacheable: boolean
  isUnavailable: boolean
  isGone: boolean
  html: string | undefined
}

const rendering = new AsyncLocalStorage<RenderContext>()

function createContext(page?: PageContext): RenderContext {
  return { nonce: randomBytes(16).toString('base64url'), sources: [], scripts: [], page }
}

/** Runs `render`, and everything that it awaits, in a new context. */
export async function renderWithContext<T>(
  render: () => T | Promise<T>,
): Promise<{ result: T; context: RenderContext }> {
  const context = createContext()
  return { result: await rendering.run(context, render), context }
}

/** Renders a page that may be cached, unless it is a preview. */
export async function renderPageWithContext<T>(
  render: () => T | Promise<T>,
  preview?: Preview,
): Promise<{ result: T; context: RenderContext } & PageContext> {
  const page: PageContext = {
    tags: new Set(),
    preview,
    isCacheable: preview === undefined,
    isUnavailable: false,
    isGone: false,
    html: undefined,
  }
  const context = createContext(page)
  const result = await rendering.run(context, render)
  return { result, context, ...page }
}

/** Adds tags to the page being rendered, which leaves the cache when one of them changes. */
export function addPageTags(...tags: ReaderTag[]): void {
  const tagsOfPage = rendering.getStore()?.page?.tags
  if (tagsOfPage) for (const tag of tags) tagsOfPage.add(tag)
}

/** Whether a page is being rendered, not the response of a call. */
export function isRenderingPage(): boolean {
  return rendering.getStore()?.page !== undefined
}

/** Undefined for the pages of readers. */
export function renderedPreview(): Preview | undefined {
  return rendering.getStore()?.page?.preview
}

setPreviewedLook(() => renderedPreview()?.look)

export function preventCaching(reason?: 'temporary'): void {
  const page = rendering.getStore()?.page
  if (!page) return
  page.isCacheable = false
  if (reason === 'temporary') page.isUnavailable = true
}

/** Makes the status 410 and prevents caching. */
export function reportGone(): void {
  const page = rendering.getStore()?.page
  // Calls with a session are not rendered for the cache.
  if (page) page.isGone = true
  else setResponseStatus(410)
}

/**
 * Passes the HTML of a page beside its response, which has no body: a `Response` would copy the HTML several times and keep
 * it in memory until a full garbage collection.
 */
export function passHtml(html: string): void {
  const page = rendering.getStore()?.page
  if (page) page.html = html
}

export function allowSources(sources: PolicySources): void {
  rendering.getStore()?.sources.push(sources)
}

/** Inline, on the page being rendered, by its exact text. */
export function allowScript(code: string): void {
  rendering.getStore()?.scripts.push(code)
}

/** Marks the application's own tags during a render. */
export function scriptNonce(): string | undefined {
  return rendering.getStore()?.nonce
}
