/** Seroval's node types (`t`) for plain data. */
const [NUMBER, STRING, CONSTANT, REFERENCE, ARRAY, OBJECT, BARE_OBJECT] = [0, 1, 2, 4, 9, 10, 11]
const MAX_DEPTH = 32

type Node = { t?: unknown; s?: unknown; i?: unknown; a?: unknown; p?: { k?: unknown; v?: unknown } }

/**
 * Whether `text` holds arguments of a server function as clients serialise them, a tree of plain seroval nodes. Types
 * are checked, since promises, plugins, regular expressions and buffers have the same shape.
 */
export function isCallArguments(text: string): boolean {
  try {
    return isPlain(JSON.parse(text)?.t, new Set(), 0)
  } catch {
    return false
  }
}

/** @param known ids of the arrays and objects that began earlier */
function isPlain(given: unknown, known: Set<unknown>, depth: number): boolean {
  if (typeof given !== 'object' || given === null || depth > MAX_DEPTH) return false
  const { t, s, i, a, p } = given as Node
  if (t === NUMBER) return typeof s === 'number'
  if (t === STRING) return typeof s === 'string'
  if (t === CONSTANT) return typeof s === 'number'
  if (t === REFERENCE) return known.has(i)
  known.add(i)
  const areAllPlain = (nodes: unknown[]) => nodes.every((node) => isPlain(node, known, depth + 1))
  if (t === ARRAY) return Array.isArray(a) && areAllPlain(a)
  if (t !== OBJECT && t !== BARE_OBJECT) return false
  const { k, v } = p ?? {}
  if (!Array.isArray(k) || !Array.isArray(v) || k.length !== v.length) return false
  return k.every((name) => typeof name === 'string') && areAllPlain(v)
}
