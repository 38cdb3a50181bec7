/** The path of the page of a person or topic, encoded. */
export function collectionPath({ kind, slug }: { kind: 'author' | 'topic'; slug: string }): string {
  return `/${kind}/${encodeURIComponent(slug)}`
}
