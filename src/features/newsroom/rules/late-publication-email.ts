import { writePlainEmail } from '#kernel/plain-email.ts'

/** Times are shown in UTC. */
export function latePublicationEmail(publication: {
  host: string
  link: string
  title: string
  plannedAt: Date
  publishedAt: Date | null
  hasFailed: boolean
}) {
  const { host, link, title, plannedAt, publishedAt, hasFailed } = publication
  const state = publishedAt
    ? `It was published on ${publishedAt.toUTCString()}.`
    : hasFailed
      ? 'It failed several times and is not tried again. Open the article to publish it:'
      : 'It is not published yet. It will be published as soon as possible.'
  return writePlainEmail(`A scheduled publication at ${host} is late`, [
    `The article "${title}" was scheduled for ${plannedAt.toUTCString()}. ${state}`,
    { link },
  ])
}
