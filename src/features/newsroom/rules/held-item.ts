/** `publishedAt` is null if readers do not see it. */
export type DeletedArticle = { heldFrom: string | null; publishedAt: string | null }

/** Whether readers have never seen a held item: to delete it is to reject it. */
export function isUnseenItem({ heldFrom, publishedAt }: DeletedArticle): boolean {
  return heldFrom !== null && publishedAt === null
}

/** Says what follows if articles are deleted, or rejected if all are unseen items. */
export function describeDeletion(articles: readonly DeletedArticle[]): string {
  const [stay, feeds, them] =
    articles.length === 1 ? ['It stays', 'Its feed does', 'it'] : ['They stay', 'Their feeds do', 'them']
  const effects = [`${stay} in the bin for 30 days.`]
  if (articles.every(isUnseenItem)) effects.push(`${feeds} not add ${them} again.`)
  if (articles.some(({ publishedAt }) => publishedAt)) effects.push(`Readers can no longer see ${them}.`)
  return effects.join(' ')
}
