export const REMOVAL_LIMIT_MS = 5_000

/** The arguments of `withdrawArticleFn`. */
export const withdrawal = (id) => ({ publicationId: crypto.randomUUID(), id, reason: '' })

export async function areGone(workers, ids) {
  const statuses = await workers.statusesOf(ids.map((id) => `/article/${id}`))
  return statuses.every((status) => status === 404 || status === 410)
}
