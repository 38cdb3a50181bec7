import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Account } from '#features/access/rules/access.ts'
import { ArticlePage } from '#features/articles/reader/ArticlePage.tsx'
import type { Correction } from '#features/articles/rules/corrections.ts'
import { toArticle } from '#features/articles/server/articles.server.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { toColumns } from '#features/drafts/server/article-fields.server.ts'
import type { RevisionTimes } from '#features/drafts/server/revisions.server.ts'
import { UPLOADS_ID, uploadNameOf } from '#features/media/rules/variant.ts'
import type { ArticleDetail } from '#kernel/article.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { runWithin, TimeLimitError } from '#platform/process/run-within.server.ts'

/** Most take a few milliseconds, and block the process. */
const MAX_PREVIEW_MS = 1_000
/** For each person. */
const MAX_MS_PER_MINUTE = 5_000

export function createPreviews({ maxMs = MAX_PREVIEW_MS, maxMsPerMinute = MAX_MS_PER_MINUTE } = {}) {
  const spentMs = new RateLimiterMemory({ points: maxMsPerMinute, duration: 60 })

  /** @throws TooBusyError */
  return async (by: Pick<Account, 'id'>, form: ArticleForm, options?: PreviewOptions): Promise<string> => {
    const spent = await spentMs.get(by.id)
    if (spent && spent.remainingPoints <= 0)
      throw new TooBusyError('Previews of this article take too long. Wait a minute and try again.')
    const started = performance.now()
    try {
      return previewArticle(form, options, maxMs)
    } catch (error) {
      if (error instanceof TimeLimitError) throw new TooBusyError('The article is too complex for a preview.')
      throw error
    } finally {
      await spentMs.penalty(by.id, Math.ceil(performance.now() - started))
    }
  }
}

export const previewArticleFor = createPreviews()

type PreviewOptions = {
  id?: string | undefined
  /** Query that is appended to the addresses of uploads. */
  imageQuery?: string
  corrections?: readonly Correction[]
  /** The times of a published revision. */
  times?: RevisionTimes | null
}

/** The routes that the page links to. */
const root = createRootRoute()
const category = createRoute({
  getParentRoute: () => root,
  path: '/$category',
  params: { stringify: ({ category }) => ({ category: category.toLowerCase() }) },
})
let router: ReturnType<typeof createPreviewRouter> | undefined

/** Not created on import: TanStack Router caches the route tree of the first router only, which must be that of the site. */
function createPreviewRouter() {
  return createRouter({ routeTree: root.addChildren([category]), history: createMemoryHistory() })
}

/**
 * Renders the article page as readers see it. Runs on the server, so that the admin area loads neither the sanitiser nor reader components.
 *
 * @param form parsed by `draftFormSchema`
 * @param options.id stored article with the same image
 * @returns sanitised HTML for the readers' style sheet
 * @throws TimeLimitError
 */
export function previewArticle(
  form: ArticleForm,
  options: PreviewOptions = {},
  maxMs = MAX_PREVIEW_MS,
): string {
  router ??= createPreviewRouter()
  // React would not recover from an interruption.
  const article = runWithin(maxMs, () => toPreview(form, options, new Date()))
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContextProvider router={router}>
        <ArticlePage article={article} />
      </RouterContextProvider>
    </QueryClientProvider>,
  )
}

const imageNote = () =>
  `<p class="text-13 text-muted">${phraseHtml('The image is fetched from its address once the article is published.')}</p>`

/** Returns the article that readers would get if it were published. */
function toPreview(
  form: ArticleForm,
  { id = '', imageQuery, corrections = [], times }: PreviewOptions,
  now: Date,
): ArticleDetail {
  const publishedAt = times ? new Date(times.publishedAt) : now
  const article = toArticle({
    ...toColumns(form, publishedAt, null),
    id,
    publishedAt,
    updatedAt: times?.updatedAt ? new Date(times.updatedAt) : null,
    origin: 'editor',
    isDated: true,
    liveState: null,
    corrections: [...corrections],
  })
  const shown = {
    ...article,
    title: form.title || phrase('Untitled'),
    // The page shows no time for a text that is not published.
    publishedAt: times?.publishedAt ?? '',
    related: [],
  }
  const { image, body } = article
  const upload = uploadNameOf(form.imageUrl)
  if (image && upload)
    return {
      ...shown,
      id: UPLOADS_ID,
      image: { ...image, key: upload, ...(imageQuery && { query: imageQuery }) },
    }
  return image && !id ? { ...shown, image: null, body: imageNote() + body } : shown
}
