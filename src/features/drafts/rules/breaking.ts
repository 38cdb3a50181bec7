import { phrase } from '#kernel/text/phrase.ts'
import { HOUR_MS } from '#kernel/time/durations.ts'
import type { ArticleForm } from './article-fields.ts'

/** Newsroom §5. */
const BREAKING_MS = 2 * HOUR_MS

/** Times of the published article (ISO 8601, UTC). `endsAt` is null unless the article is, or was, breaking news. */
export type PublishedBreaking = { until: string | null; endsAt: string | null }

/**
 * Returns when an article ends as breaking news; null if that depends on its publication, or if it is not marked. An update
 * neither extends the time nor starts it again, unless another end is chosen.
 *
 * @param published null before the first publication
 */
export function expectedBreakingEnd(
  { isBreaking, breakingUntil }: Pick<ArticleForm, 'isBreaking' | 'breakingUntil'>,
  published: PublishedBreaking | null,
): string | null {
  if (!isBreaking) return null
  return published?.endsAt && published.until === breakingUntil ? published.endsAt : breakingUntil
}

const sponsoredBreaking = () =>
  phrase('A sponsored article cannot be breaking news. Switch off Breaking News or clear Sponsored By.')

/**
 * Breaking news that has ended may be sponsored.
 *
 * @param at when the article is published
 * @returns why a sponsored article cannot be published (decision 59)
 */
export function refuseSponsoredBreaking(
  form: Pick<ArticleForm, 'isBreaking' | 'breakingUntil' | 'sponsoredBy'>,
  published: PublishedBreaking | null,
  at: Date,
): string | undefined {
  if (!form.isBreaking || form.sponsoredBy === null) return undefined
  const end = expectedBreakingEnd(form, published)
  return end === null || Date.parse(end) > at.getTime() ? sponsoredBreaking() : undefined
}

/** @param at when the article is published */
export function defaultBreakingEnd(at: Date): string {
  return new Date(at.getTime() + BREAKING_MS).toISOString()
}
