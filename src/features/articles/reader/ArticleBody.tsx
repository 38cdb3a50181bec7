/** An article's text: HTML that the server has sanitised (spec §5, article body). */
export function ArticleBody({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
  return <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
