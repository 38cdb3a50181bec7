import * as Y from 'yjs'

/**
 * Returns the same changes in fewer bytes: merged updates of single keys describe each character, a document each run
 * of typed text.
 *
 * @param doc contains the update
 */
export function compactUpdate(doc: Y.Doc, update: Uint8Array): Uint8Array {
  const clocks = Y.decodeStateVector(Y.encodeStateVector(doc))
  for (const [client, clock] of Y.parseUpdateMeta(update).from) clocks.set(client, clock)
  // This ends with all deletions of the document; only the update's are needed.
  const since = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(clocks))
  const structs = since.subarray(0, since.length - encodeDeletions(since).length)
  const deletions = encodeDeletions(update)
  const compact = new Uint8Array(structs.length + deletions.length)
  compact.set(structs)
  compact.set(deletions, structs.length)
  return compact.length < update.length ? compact : update
}

/** Returns the last part of an update (version 1). A snapshot begins with it; its empty state vector is one byte. */
function encodeDeletions(update: Uint8Array): Uint8Array {
  return Y.encodeSnapshot(new Y.Snapshot(Y.decodeUpdate(update).ds, new Map())).subarray(0, -1)
}
