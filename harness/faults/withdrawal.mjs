import { forEachConcurrently, numbers } from '../shared/client.mjs'

export const REMOVAL_LIMIT_MS = 5_000
/** New connections reach either worker. */
export const TRIES = 8
const CONCURRENCY = 16

/** Does work with each path so often that it reaches each worker. */
export function onEachWorker(paths, work) {
  const all = paths.flatMap((path) => numbers(TRIES).map(() => path))
  return forEachConcurrently(all, CONCURRENCY, work)
}

/** The arguments of `withdrawArticleFn`. */
export const withdrawal = (id) => ({ publicationId: crypto.randomUUID(), id, reason: '' })

export async function areGone(site, ids) {
  const statuses = []
  await onEachWorker(ids, async (id) => statuses.push((await site.send(`/article/${id}`)).status))
  return statuses.every((status) => status === 404 || status === 410)
}
