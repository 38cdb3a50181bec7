import * as z from 'zod'
import { htmlToText } from '#kernel/text/html-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { collapseBreakingSpace, collapseSpace, storableText, truncateAtSentence } from '#kernel/text/text.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'

/** The maximum for an article, so that a stolen session cannot fill the disk. */
export const MAX_LIVE_POSTS = 5_000

/** The maximum of waiting and refused posts for a person and article, so that nobody can fill the editors' queue. */
export const MAX_UNPUBLISHED_POSTS = 100

/** Maximum lengths in UTF-16 code units. */
export const POST_LIMITS = { headline: 200, body: 50_000, byline: 200, correction: 1_000 } as const

const LABEL_LENGTH = 120

const line = (limit: number) => z.string().overwrite(collapseBreakingSpace).max(limit)

/** The fields of a post as they are entered. `body` is HTML that is not sanitised. */
export const livePostForm = z.object({
  headline: line(POST_LIMITS.headline),
  body: z
    .string()
    .overwrite(storableText)
    .max(POST_LIMITS.body, { error: () => phrase('The post is too long. Split it into several posts.') }),
  byline: line(POST_LIMITS.byline),
  isKey: z.boolean(),
})

export type LivePostForm = z.infer<typeof livePostForm>

/** The note of a correction, shown to readers. */
export const correctionNote = z
  .string()
  .overwrite(collapseBreakingSpace)
  .min(1, { error: () => phrase('Say what was corrected') })
  .max(POST_LIMITS.correction)

/** Returns why a post cannot be published: it is empty, or an image has no alternative text. */
export function findPostProblems({ headline, body }: Pick<LivePostForm, 'headline' | 'body'>): string[] {
  const figures = countImages(body)
  const isEmpty = headline === '' && htmlToText(body) === '' && figures.all === 0 && !body.includes('<figure')
  return [
    ...(isEmpty ? [phrase('The post is empty. Write something first.')] : []),
    ...(figures.undescribed > 0
      ? [phrase('An image has no alternative text. Describe the image, or mark it as decorative.')]
      : []),
  ]
}

function countImages(html: string): { all: number; undescribed: number } {
  const count = { all: 0, undescribed: 0 }
  walkHtml(html, {
    open(name, attributes) {
      if (name !== 'img') return
      count.all += 1
      if (attributes.alt === undefined) count.undescribed += 1
    },
  })
  return count
}

/** Returns the headline of a post, or the beginning of its text. */
export function postLabel({ headline, body }: Pick<LivePostForm, 'headline' | 'body'>): string {
  return headline || truncateAtSentence(collapseSpace(htmlToText(body)), LABEL_LENGTH) || phrase('Image')
}
