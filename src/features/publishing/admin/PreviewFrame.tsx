import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { RequestFailure } from '#kernel/request-failure.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { framedDocument, useFramedPage } from '#ui/admin/useFramedPage.ts'
import { previewArticleFn } from '../publishing.functions.ts'

const RENDER_DELAY_MS = 400
const RETRY_DELAY_MS = 10_000

type Props = {
  title: string
  form: ArticleForm
  id?: string | undefined
  /** The revision that has this form. `id` is that of its article. */
  revision?: { id: string; number: number }
  /** As high as its container. */
  isFilling?: boolean
}

/** Shows sanitised HTML with the readers' style sheet, without scripts. */
export function PreviewFrame({ title, form, id, revision, isFilling = false }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [html, setHtml] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const isVisible = useIsVisible(frame)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` renders it again
  useEffect(() => {
    // Each preview sends the whole text.
    if (!isVisible) return
    let isOutdated = false
    const timer = setTimeout(() => {
      previewArticleFn({ data: { form, id, revision } }).then(
        (rendered) => {
          if (isOutdated) return
          setHtml(rendered)
          setError(undefined)
        },
        (error) => isOutdated || setError(error),
      )
    }, RENDER_DELAY_MS)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [form, id, revision, attempt, isVisible])

  useEffect(() => {
    if (!(error instanceof RequestFailure)) return
    const retry = () => setAttempt((count) => count + 1)
    const timer = setTimeout(retry, RETRY_DELAY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [error])

  const onLoad = useFramedPage(frame, html)

  return (
    <>
      {error !== undefined && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-13 text-muted">
            {phrase('The preview cannot be updated at the moment.')}
          </p>
          <Button onClick={() => setAttempt(attempt + 1)}>{phrase('Try Again')}</Button>
        </div>
      )}
      <iframe
        ref={frame}
        title={title}
        srcDoc={framedDocument('pb-6')}
        sandbox="allow-same-origin allow-popups"
        onLoad={onLoad}
        className={`sheet w-full ${isFilling ? 'min-h-0 flex-1' : 'h-[70dvh]'}`}
      />
    </>
  )
}

/** Whether an element is in the viewport, and not in a closed section or sheet. */
function useIsVisible(element: RefObject<HTMLElement | null>): boolean {
  const [isVisible, setIsVisible] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setIsVisible(entries.at(-1)?.isIntersecting ?? false),
    )
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isVisible
}
