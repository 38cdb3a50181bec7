import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDay } from '#kernel/dates.ts'
import { failureText } from '#kernel/failure-text.ts'
import { CORRECTION_LABELS } from '#kernel/newsroom-states.ts'
import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { CORRECTIONS_FAILURE, correctionsQuery } from '../corrections.functions.ts'

/** Newsroom §2, Correction. */
export function CorrectionsPage({ before }: { before?: string }) {
  const { corrections, next } = useSuspenseQuery(correctionsQuery(before)).data
  return (
    <CorrectionsFrame>
      {corrections.length === 0 && (
        <Notice title="No corrections" text="Corrections to our articles are listed here." />
      )}
      <ol className="divide-y divide-rule">
        {corrections.map(({ id, articleId, title, kind, text, at }) => (
          <li key={id} className="py-5 first:pt-0">
            <p className="text-13 text-muted">
              <strong className={kind === 'retraction' ? 'text-accent' : 'text-ink'}>
                {CORRECTION_LABELS[kind]}
              </strong>
              , <time dateTime={at}>{formatDay(at)}</time>
            </p>
            <h2 className="headline pt-1 text-20">
              <Link
                to="/article/$id"
                params={{ id: articleId }}
                dir="auto"
                className="block wrap-anywhere hover:underline"
              >
                {title}
              </Link>
            </h2>
            <p dir="auto" className="pt-2 text-16 wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          </li>
        ))}
      </ol>
      {(before || next) && (
        <nav
          aria-label="Pages"
          className="flex flex-wrap justify-between gap-4 border-t border-rule pt-4 text-14"
        >
          {before && (
            <Link to="/corrections" className="button">
              Newest Corrections
            </Link>
          )}
          {next && (
            <Link to="/corrections" search={{ before: next }} className="button">
              Older Corrections
            </Link>
          )}
        </nav>
      )}
    </CorrectionsFrame>
  )
}

export function CorrectionsPending() {
  return (
    <CorrectionsFrame>
      <p role="status" className="text-muted">
        Loading corrections…
      </p>
    </CorrectionsFrame>
  )
}

export function CorrectionsError({ error }: { error: unknown }) {
  const retry = useRouteRetry()
  return (
    <CorrectionsFrame>
      <Notice alert title={failureText(error, CORRECTIONS_FAILURE)} action={<TryAgain onRetry={retry} />} />
    </CorrectionsFrame>
  )
}

function CorrectionsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="measure">
      <div className="mx-auto max-w-[35rem]">
        <h1 className="headline mt-6 mb-6 border-t border-ink pt-3 text-38 md:mt-10 md:mb-8 md:text-48">
          Corrections
        </h1>
        {children}
      </div>
    </div>
  )
}
