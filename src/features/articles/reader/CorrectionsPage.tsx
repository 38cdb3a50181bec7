import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { correctionLabel } from '#kernel/correction-label.ts'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { formatDay } from '#kernel/time/dates.ts'
import { Notice } from '#ui/Notice.tsx'
import { TryAgain } from '#ui/TryAgain.tsx'
import { useRouteRetry } from '#ui/useRouteRetry.ts'
import { correctionsFailure, correctionsQuery } from '../corrections.functions.ts'

/** Newsroom §2, Correction. */
export function CorrectionsPage({ before }: { before?: string }) {
  const { corrections, next } = useSuspenseQuery(correctionsQuery(before)).data
  return (
    <CorrectionsFrame>
      {corrections.length === 0 && (
        <Notice
          title={phrase('No corrections')}
          text={phrase('Corrections to our articles are listed here.')}
        />
      )}
      <ol className="divide-y divide-rule">
        {corrections.map(({ id, path, title, kind, text, at }) => (
          <li key={id} className="py-5 first:pt-0">
            <p className="text-13 text-muted">
              <strong className={kind === 'retraction' ? 'text-accent' : 'text-ink'}>
                {correctionLabel(kind)}
              </strong>
              , <time dateTime={at}>{formatDay(at)}</time>
            </p>
            <h2 className="headline pt-1 text-20">
              <a href={path} dir={directionOf(title)} className="block wrap-anywhere hover:underline">
                {title}
              </a>
            </h2>
            <p dir={directionOf(text)} className="pt-2 text-16 wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          </li>
        ))}
      </ol>
      {(before || next) && (
        <nav
          aria-label={phrase('Pages')}
          className="flex flex-wrap justify-between gap-4 border-t border-rule pt-4 text-14"
        >
          {before && (
            <a href="/corrections" className="button">
              {phrase('Newest Corrections')}
            </a>
          )}
          {next && (
            <a href={`/corrections?before=${encodeURIComponent(next)}`} className="button">
              {phrase('Older Corrections')}
            </a>
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
        {phrase('Loading corrections…')}
      </p>
    </CorrectionsFrame>
  )
}

export function CorrectionsError({ error }: { error: unknown }) {
  const retry = useRouteRetry()
  return (
    <CorrectionsFrame>
      <Notice alert title={failureText(error, correctionsFailure())} action={<TryAgain onRetry={retry} />} />
    </CorrectionsFrame>
  )
}

function CorrectionsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="measure">
      <div className="mx-auto max-w-[35rem]">
        <h1 className="headline mt-6 mb-6 border-t border-ink pt-3 text-38 md:mt-10 md:mb-8 md:text-48">
          {phrase('Corrections')}
        </h1>
        {children}
      </div>
    </div>
  )
}
