import { type PlainEmail, writePlainEmail } from '#kernel/text/plain-email.ts'
import { formatWithZone } from '#kernel/time/zoned-time.ts'

export type LatePublication = {
  articleId: string
  title: string
  kind: 'publish' | 'withdraw'
  plannedAt: Date
  /** When it was published or withdrawn. */
  publishedAt: Date | null
  /** There are no more retries. */
  hasFailed: boolean
}

/** Limits the email after a long downtime. */
const MAX_LISTED = 50

/** @param late at least one */
export function latePublicationEmail(
  late: readonly LatePublication[],
  { host, editorUrl }: { host: string; editorUrl: (articleId: string) => string },
): PlainEmail {
  const rest = late.length - MAX_LISTED
  return writePlainEmail(subjectOf(late, host), [
    ...late
      .slice(0, MAX_LISTED)
      .flatMap((publication) => [
        describePublication(publication),
        { link: editorUrl(publication.articleId) },
      ]),
    ...(rest > 0 ? [`The admin area lists ${rest} more.`] : []),
  ])
}

function subjectOf(late: readonly LatePublication[], host: string): string {
  const publications =
    late.length === 1
      ? `A scheduled publication at ${host}`
      : `${late.length} scheduled publications at ${host}`
  if (late.every(({ publishedAt }) => publishedAt))
    return `${publications} ${late.length === 1 ? 'was' : 'were'} late`
  if (late.every(({ hasFailed }) => hasFailed)) return `${publications} failed`
  if (late.some(({ publishedAt, hasFailed }) => publishedAt || hasFailed))
    return `${publications} ${late.length === 1 ? 'needs' : 'need'} attention`
  return `${publications} ${late.length === 1 ? 'is' : 'are'} late`
}

function describePublication({ title, kind, plannedAt, publishedAt, hasFailed }: LatePublication): string {
  const [done, action] = kind === 'withdraw' ? ['withdrawn', 'withdraw'] : ['published', 'publish']
  const state = publishedAt
    ? `It was ${done} on ${formatWithZone(publishedAt)}.`
    : hasFailed
      ? `It failed several times and will not be tried again. Open the article to ${action} it:`
      : `It is not ${done} yet. It will be ${done} as soon as possible.`
  return `The ${kind === 'withdraw' ? 'withdrawal of the ' : ''}article "${title}" was scheduled for ${formatWithZone(plannedAt)}. ${state}`
}
