/** A node's `t`, as seroval numbers types: what JSON knows besides, what is undefined, and what stands there twice. */
const [NUMBER, STRING, CONSTANT, REFERENCE, ARRAY, OBJECT, BARE_OBJECT] = [0, 1, 2, 4, 9, 10, 11]
/** Forms are flat. */
const DEEPEST = 32

type Node = { t?: unknown; s?: unknown; i?: unknown; a?: unknown; p?: { k?: unknown; v?: unknown } }

/**
 * Whether `text` is what a client of ours writes as arguments of a server function: plain data, as the framework writes it
 * with seroval (a tree of nodes). Whatever else seroval can read, such as expressions and buffers, nobody sends here who means well;
 * and of what it cannot read the framework prints a stack.
 */
export function isCallArguments(text: string): boolean {
  try {
    return isPlain(JSON.parse(text)?.t, new Set(), 0)
  } catch {
    return false
  }
}

/** @param known the numbers of the arrays and objects that have begun before */
function isPlain(given: unknown, known: Set<unknown>, depth: number): boolean {
  if (typeof given !== 'object' || given === null || depth > DEEPEST) return false
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
