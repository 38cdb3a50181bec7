/** seroval's node types and constants. */
const [NUMBER, STRING, CONSTANT, BARE_OBJECT] = [0, 1, 2, 10]
const [NULL, TRUE, FALSE] = [0, 2, 3]

/**
 * Serialises the arguments of a server function as clients do (seroval).
 *
 * @param {Record<string, unknown>} data strings, numbers, booleans, null and objects of these
 */
export function serialiseArguments(data) {
  let objects = 0
  function toNode(value) {
    if (value === null) return { t: CONSTANT, s: NULL }
    if (typeof value === 'number') return { t: NUMBER, s: value }
    if (typeof value === 'boolean') return { t: CONSTANT, s: value ? TRUE : FALSE }
    if (typeof value === 'string') return { t: STRING, s: escapeString(value) }
    const i = objects++
    return { t: BARE_OBJECT, i, p: { k: Object.keys(value), v: Object.values(value).map(toNode) }, o: 0 }
  }
  return JSON.stringify({ t: toNode({ data }), f: 31, m: [] })
}

function escapeString(text) {
  return JSON.stringify(text).slice(1, -1).replaceAll('<', '\\x3C')
}
