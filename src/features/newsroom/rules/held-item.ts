type Facts = { heldFrom: string | null; publishedAt: string | null }

/** Whether readers have never seen a held item: to delete it is to reject it. */
export function isUnseenItem({ heldFrom, publishedAt }: Facts): boolean {
  return heldFrom !== null && publishedAt === null
}

/** Says what follows if articles are deleted, or rejected if all are unseen items. */
export function describeDeletion(count: number, isUnseen: boolean): string {
  const [stay, feeds, them] =
    count === 1 ? ['It stays', 'Its feed does', 'it'] : ['They stay', 'Their feeds do', 'them']
  const effect = isUnseen ? `${feeds} not add ${them} again.` : `Readers can no longer see ${them}.`
  return `${stay} in the bin for 30 days. ${effect}`
}
