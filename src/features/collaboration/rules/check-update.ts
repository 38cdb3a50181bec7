import * as Y from 'yjs'
import { rootNames } from './draft-document.ts'
import { MAX_UPDATE_STRUCTS } from './update-limits.ts'

/** Positions are 53-bit integers; forged ones must not exhaust them. */
const MAX_CLOCK = 2 ** 32

export type UpdateProblem =
  /** It depends on updates that the document lacks. */
  'incomplete' | 'malformed' | 'other-document' | 'too-many-parts'

/**
 * Checks a Yjs update (version 1) before it is applied, in linear time and without changes to the document.
 *
 * @returns undefined if it can be applied completely
 */
export function checkUpdate(doc: Y.Doc, update: Uint8Array): UpdateProblem | undefined {
  const decoded = decode(update)
  if (!decoded) return 'malformed'
  const { structs, ds } = decoded
  if (structs.length > MAX_UPDATE_STRUCTS) return 'too-many-parts'
  const roots = new Set(rootNames(doc.guid))
  const clocks = Y.decodeStateVector(Y.encodeStateVector(doc))
  const references: Y.ID[] = []
  for (const struct of structs) {
    const { id, length } = struct
    if (struct instanceof Y.Skip || id.clock > (clocks.get(id.client) ?? 0)) return 'incomplete'
    if (!(length > 0) || id.clock + length > MAX_CLOCK) return 'malformed'
    clocks.set(id.client, Math.max(clocks.get(id.client) ?? 0, id.clock + length))
    if (!(struct instanceof Y.Item)) continue
    const {
      parent,
      origin,
      rightOrigin,
    }: { parent: unknown; origin: Y.ID | null; rightOrigin: Y.ID | null } = struct
    if (typeof parent === 'string' && !roots.has(parent)) return 'other-document'
    for (const reference of [origin, rightOrigin, parent])
      if (reference instanceof Y.ID) references.push(reference)
  }
  if (references.some(({ client, clock }) => clock >= (clocks.get(client) ?? 0))) return 'incomplete'
  for (const [client, ranges] of ds.clients)
    if (ranges.some(({ clock, len }) => clock + len > (clocks.get(client) ?? 0))) return 'incomplete'
  return undefined
}

function decode(update: Uint8Array) {
  try {
    return Y.decodeUpdate(update)
  } catch {
    return undefined
  }
}
