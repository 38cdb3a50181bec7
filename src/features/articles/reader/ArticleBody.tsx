import { withLazyFeatures } from './with-lazy-features.ts'

/** Longer titles are smaller, since they would fill the screen of a phone. */
const LONG_TITLE_LENGTH = 160

export function ArticleHeadline({ title }: { title: string }) {
  const size = title.length > LONG_TITLE_LENGTH ? 'text-24 md:text-30' : 'text-38 md:text-48'
  return (
    <h1 dir="auto" className={`headline pt-3 ${size}`}>
      {title}
    </h1>
  )
}

/**
 * Its parent has `dir="auto"`.
 *
 * @param html sanitised (spec §5)
 */
export function ArticleBody({ html }: { html: string }) {
  /** A new function, since React then calls it after each change of the text. */
  const run = (text: Element | null) => {
    if (text?.querySelector('.embed, .sortable, figure picture'))
      withLazyFeatures(({ runBlocks }) => runBlocks(text))
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server
  return <div ref={run} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}

export function OriginalSource({ source }: { source: { url: string; name: string } }) {
  return (
    <section aria-labelledby="original-source" className="border-t border-rule pt-4 print:hidden">
      <h2 id="original-source" className="label pb-3 text-muted">
        Original Source
      </h2>
      <a href={source.url} target="_blank" rel="noopener" className="button max-w-full wrap-anywhere">
        {source.name}
        <span className="icon icon-external" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </section>
  )
}
