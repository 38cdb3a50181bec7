import { pageRequest } from '#platform/http/page-key.server.ts'
import { type Preview, renderPageWithContext } from '#platform/http/render-context.server.ts'
import type { Fetch } from './page-pipeline.server.ts'

let fetchPage: Fetch | undefined

/** @param fetch renders the pages of the site */
export function setPreviewFetch(fetch: Fetch): void {
  fetchPage = fetch
}

/**
 * Renders a reader page for an editor. Functions that load its data find out with `renderedPreview`. The page cache neither
 * answers nor stores it. The caller checks the editor's permission.
 *
 * @param path of a reader page
 * @returns the HTML of the document, whose scripts must not run
 * @throws if the page fails to render
 */
export async function renderPreviewPage(path: string, preview: Preview): Promise<string> {
  const fetch = fetchPage
  if (!fetch) throw new Error('The site is not open')
  const request = pageRequest(path)
  const { result, context, html } = await renderPageWithContext(async () => {
    const response = await fetch(request)
    return { status: response.status, body: await response.text() }
  }, preview)
  // The router, which stays in memory longer, refers to the context.
  context.page = undefined
  if (result.status !== 200) throw new Error(`The preview of ${path} has status ${result.status}`)
  return result.body || html || ''
}
