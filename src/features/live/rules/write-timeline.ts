import { direction } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { addBlockDirections, directionOf, htmlDirection } from '#kernel/text/text-direction.ts'
import { formatClock, formatShortDay } from '#kernel/time/dates.ts'
import { localDay } from '#kernel/time/zoned-time.ts'
import { type KeyEvent, postPath, type ShownPost, type Timeline, type TimelineParts } from './timeline.ts'

/**
 * Writes the live coverage below the text of an article.
 *
 * @param page the id of the first post of an earlier page
 */
export function writeTimeline(timeline: Timeline, now: Date, page = ''): string {
  const { head, posts, foot } = writeParts(timeline, now)
  const { articleId, state } = timeline
  return (
    `<section class="live" id="live" aria-label="${phraseHtml('Live coverage')}" dir="${direction()}" data-article="${articleId}" data-page="${escapeHtml(page)}" data-state="${state}">` +
    `<div class="live-head">${head}</div>` +
    `<div class="live-posts">${posts.map(({ html }) => html).join('')}</div>` +
    `<div class="live-foot">${foot}</div></section>`
  )
}

/** Times of the day of `now` are shown without their date. */
export function writeParts(timeline: Timeline, now: Date): TimelineParts {
  const { path, state, posts, pinned, next } = timeline
  const today = localDay(now.toISOString())
  return {
    state,
    head: writeHead(timeline, today),
    posts: posts.flatMap((post) =>
      post.id === pinned?.id
        ? []
        : [{ id: post.id, version: post.version, html: writePost(path, post, today) }],
    ),
    foot: next
      ? `<p><a class="button" href="${path}?post=${next}#live">${phraseHtml('Earlier posts')}</a></p>`
      : '',
  }
}

function writeHead({ path, state, posts, pinned, keyEvents, hasNewer }: Timeline, today: string): string {
  const shown = new Set([...posts, ...(pinned ? [pinned] : [])].map(({ id }) => id))
  return [
    '<h2 class="live-title">',
    state === 'live' ? `<span class="live-label">${phraseHtml('Live')}</span> ` : '',
    `${phraseHtml('Live coverage')}</h2>`,
    writeNotice({ state, posts, pinned, hasNewer }),
    hasNewer ? `<p class="live-notice"><a href="${path}#live">${phraseHtml('Newest posts')}</a></p>` : '',
    keyEvents.length > 0
      ? `<nav aria-label="${phraseHtml('Key events')}" class="live-events"><h3>${phraseHtml('Key events')}</h3><ol>${keyEvents
          .map((event) => writeKeyEvent(path, event, shown.has(event.id), today))
          .join('')}</ol></nav>`
      : '',
    pinned
      ? `<div class="live-pinned"><p class="live-meta">${phraseHtml('Pinned')}</p>${writePost(path, pinned, today)}</div>`
      : '',
  ].join('')
}

function writeNotice({
  state,
  posts,
  pinned,
  hasNewer,
}: Pick<Timeline, 'state' | 'posts' | 'pinned' | 'hasNewer'>) {
  if (state === 'ended') return `<p class="live-notice">${phraseHtml('The live coverage has ended.')}</p>`
  const isEmpty = posts.length === 0 && !pinned && !hasNewer
  return isEmpty
    ? `<p class="live-notice">${phraseHtml('Live coverage is about to start. Posts appear here as they are published.')}</p>`
    : ''
}

function writeKeyEvent(
  path: string,
  { id, label, publishedAt }: KeyEvent,
  isOnPage: boolean,
  today: string,
): string {
  const address = isOnPage ? `#post-${id}` : postPath(path, id)
  return `<li>${writeTime(publishedAt, today)} <a href="${address}" dir="${directionOf(label)}">${escapeHtml(label)}</a></li>`
}

function writePost(path: string, post: ShownPost, today: string): string {
  const { id, version, headline, byline, html, isKey, publishedAt } = post
  return [
    `<article class="live-post" id="post-${id}" data-post="${id}" data-version="${version}" tabindex="-1">`,
    `<p class="live-meta"><a href="${postPath(path, id)}">${writeTime(publishedAt, today)}<span class="sr-only">${phraseHtml(', link to this post')}</span></a>`,
    isKey ? `<span class="live-key">${phraseHtml('Key event')}</span>` : '',
    byline ? `<bdi>${escapeHtml(byline)}</bdi>` : '',
    '</p>',
    headline ? `<h3 dir="${directionOf(headline)}">${escapeHtml(headline)}</h3>` : '',
    `<div class="live-text" dir="${htmlDirection(html)}">${addBlockDirections(html)}</div>`,
    writeChanges(post, today),
    `<p class="live-meta live-share"><a href="${postPath(path, id)}" data-share>${phraseHtml('Share this post')}</a></p>`,
    '</article>',
  ].join('')
}

function writeChanges({ editedAt, correctedAt, correction }: ShownPost, today: string): string {
  return [
    correctedAt
      ? `<p class="live-correction"><strong>${phraseHtml('Corrected {time}:', { time: writeFixedTime(correctedAt, today) })}</strong> ${escapeHtml(correction)}</p>`
      : '',
    editedAt && editedAt > (correctedAt ?? '')
      ? `<p class="live-meta">${phraseHtml('Edited {time}', { time: writeFixedTime(editedAt, today) })}</p>`
      : '',
  ].join('')
}

/** Writes a post for feeds, without styles and always with its date. */
export function writeFeedPost({ headline, html, publishedAt, correctedAt, correction }: ShownPost): string {
  return [
    headline ? `<h3>${escapeHtml(headline)}</h3>` : '',
    `<p><time datetime="${publishedAt}">${formatShortDay(publishedAt)}, ${formatClock(publishedAt)}</time></p>`,
    html,
    correctedAt ? `<p>${phraseHtml('Corrected: {text}', { text: escapeHtml(correction) })}</p>` : '',
  ].join('')
}

/** Writes a time that `writeNewsTimes` replaces with a relative one. */
function writeTime(iso: string, today: string): string {
  const clock = formatClock(iso)
  const day = `${formatShortDay(iso)}, ${clock}`
  return `<time class="news-time" datetime="${iso}" data-clock="${clock}" data-date="${day}">${localDay(iso) === today ? clock : day}</time>`
}

function writeFixedTime(iso: string, today: string): string {
  const clock = formatClock(iso)
  return `<time datetime="${iso}">${localDay(iso) === today ? clock : `${formatShortDay(iso)}, ${clock}`}</time>`
}
