import { direction } from '#kernel/text/phrase.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { withLazyFeatures } from './with-lazy-features.ts'

/** Longer titles are smaller, since they would fill the screen of a phone. */
const LONG_TITLE_LENGTH = 160

type HeadlineProps = { title: string; lang?: string; dir?: 'ltr' | 'rtl' }

export function ArticleHeadline({ title, lang, dir = direction() }: HeadlineProps) {
  const size = title.length > LONG_TITLE_LENGTH ? 'text-24 md:text-30' : 'text-38 md:text-48'
  return (
    <h1 lang={lang} dir={directionOf(title, dir)} className={`headline pt-3 ${size}`}>
      {title}
    </h1>
  )
}

/** @param html sanitised (spec §5) */
export function ArticleBody({ html, lang }: { html: string; lang?: string | undefined }) {
  /** A new function, since React then calls it after each change of the text. */
  const run = (text: Element | null) => {
    if (text?.querySelector('.embed,.sortable,.live,figure picture'))
      withLazyFeatures(({ runText }) => runText(text))
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server
  return <div ref={run} lang={lang} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
