type Props = { html: string; className: string }

/** An article's summary: HTML that the server has sanitised (spec §5, summaries in cards). */
export function Summary({ html, className }: Props) {
  if (html === '') return null
  return (
    <p
      dir="auto"
      className={`font-serif wrap-anywhere ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
