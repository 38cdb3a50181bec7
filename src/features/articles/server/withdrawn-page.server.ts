import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { noticePage } from '#platform/render/notice-page.ts'

/** Newsroom §2, Withdraw. */
export function withdrawnPage(siteName: string, reason: string): string {
  return noticePage({
    siteName,
    title: phraseHtml('Article withdrawn'),
    heading: phraseHtml('This article was withdrawn'),
    text: reason || phrase('It is no longer available.'),
  })
}
