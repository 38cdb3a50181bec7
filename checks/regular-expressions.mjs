import { globSync, readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import { RegExpParser } from '@eslint-community/regexpp'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'

/** A quadratic pattern exceeds the limit many times over on this length; a linear one needs about a millisecond. */
const ATTACK_LENGTH = 200_000
const LIMIT_MS = 150
/** Compilation and other processes never cost this much, so that one measurement is enough. */
const CLEAR_MS = 450
/** In wall-clock time: a linear pattern only reaches this limit if its process is interrupted for almost a second. */
const TIMEOUT_MS = 1_000

/**
 * Lists the regular expressions of a module: literals, and `new RegExp` of strings and constants of the module.
 * `pattern` is null where it is not known before the program runs.
 *
 * @param {string} path
 * @returns {{ source: string, pattern: string | null, flags: string }[]}
 */
export function listRegularExpressions(path, code = readFileSync(path, 'utf8')) {
  const tree = parseSync(code, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'esnext' })
  const constants = new Map()
  const found = []
  walk(tree.body, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier')
      constants.set(node.id.value, node.init)
    if (node.type === 'RegExpLiteral')
      found.push({ source: `/${node.pattern}/${node.flags}`, pattern: node.pattern, flags: node.flags })
    if (['NewExpression', 'CallExpression'].includes(node.type) && node.callee.value === 'RegExp') {
      const [pattern = null, flags = ''] = (node.arguments ?? []).map(({ expression }) =>
        evaluate(expression, constants),
      )
      found.push({ source: pattern === null ? 'new RegExp(…)' : `/${pattern}/${flags}`, pattern, flags })
    }
  })
  return found
}

export function walk(node, visit) {
  if (Array.isArray(node)) for (const child of node) walk(child, visit)
  else if (node && typeof node === 'object') {
    if (node.type) visit(node)
    for (const child of Object.values(node)) walk(child, visit)
  }
}

/** The value of a string expression, or null. */
function evaluate(node, constants) {
  switch (node?.type) {
    case 'StringLiteral':
      return node.value
    case 'Identifier':
      return constants.has(node.value) ? evaluate(constants.get(node.value), constants) : null
    case 'BinaryExpression':
      return node.operator === '+'
        ? concatenate([evaluate(node.left, constants), evaluate(node.right, constants)])
        : null
    case 'TemplateLiteral':
      return concatenate(
        node.quasis.flatMap(({ cooked }, index) =>
          index === 0 ? [cooked] : [evaluate(node.expressions[index - 1], constants), cooked],
        ),
      )
    default:
      return null
  }
}

function concatenate(parts) {
  return parts.includes(null) ? null : parts.join('')
}

/**
 * The reason why a pattern takes more than linear time on some text, or null.
 *
 * @param {string} pattern
 * @param {string} flags
 */
export function findSuperLinearTime(pattern, flags) {
  const [report] = analyse(
    { source: pattern, flags },
    { reportTypes: { Move: true, Self: true, Trade: true } },
  ).reports
  if (report) return report.exponential ? 'takes exponential time' : 'takes polynomial time'
  // The analysis does not consider repetitions of a prefix, such as "<b<b<b" for /<b[^>]*>/.
  const attack = listAttacks(pattern, flags).find((text) => isSlow(pattern, flags, text))
  return attack === undefined ? null : `takes polynomial time on ${JSON.stringify(attack.slice(0, 40))}…`
}

/** Texts that repeat what precedes each unbounded quantifier. */
function listAttacks(pattern, flags) {
  const attacks = new Set()
  const addAttacks = (prefix, element) => {
    const word = sample(element, flags)
    for (const [head, repeated] of [
      ['', prefix],
      ['', prefix + word],
      [prefix, word],
    ]) {
      if (repeated) attacks.add(`${head}${repeated.repeat(ATTACK_LENGTH / repeated.length)}\n\0`)
    }
  }
  const visit = (alternatives, prefix) => {
    for (const { elements } of alternatives) {
      let before = prefix
      for (const element of elements) {
        const inner = element.type === 'Quantifier' ? element.element : element
        if (element.type === 'Quantifier' && element.max === Number.POSITIVE_INFINITY)
          addAttacks(before, inner)
        if (inner.alternatives && inner.type !== 'Assertion') visit(inner.alternatives, before)
        before += sample(element, flags)
      }
    }
  }
  const unicode = flags.includes('u')
  visit(new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode }).alternatives, '')
  return [...attacks]
}

const CHARACTERS = [...'a0 <"\'-./Aé\t\n“\u0301🦰\0']

/** A short text that the node of a pattern matches. Ignores assertions. */
function sample(node, flags) {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterSet':
    case 'CharacterClass': {
      const set = new RegExp(`^${node.raw}$`, flags.replace(/[gy]/g, ''))
      const member = node.elements?.find(({ type }) => type === 'Character')
      const characters = [...CHARACTERS, ...(member ? [String.fromCodePoint(member.value)] : [])]
      return characters.find((character) => set.test(character)) ?? ''
    }
    case 'Quantifier':
      return sample(node.element, flags).repeat(node.min)
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives[0].elements.map((element) => sample(element, flags)).join('')
    default:
      return ''
  }
}

const MATCH = new Script('text.replace(expression, "")')

/** Whether three measurements exceed the limit, since compilation and other processes slow down single ones. */
function isSlow(pattern, flags, text) {
  for (const _ of [1, 2, 3]) {
    const ms = measureMs(pattern, flags, text)
    if (ms > CLEAR_MS) return true
    if (ms <= LIMIT_MS) return false
  }
  return true
}

/** Returns the processor time. After the timeout it is above the limit, however little of the time the process got. */
function measureMs(pattern, flags, text) {
  const global = flags.includes('g') ? flags : `${flags}g`
  const context = createContext({ text, expression: new RegExp(pattern, global) })
  const start = process.threadCpuUsage()
  const elapsedMs = () => process.threadCpuUsage(start).user / 1_000
  try {
    MATCH.runInContext(context, { timeout: TIMEOUT_MS })
    return elapsedMs()
  } catch {
    return Math.max(elapsedMs(), CLEAR_MS)
  }
}

/** Files whose patterns cannot be checked and never process untrusted text, with the reason. */
const EXEMPT = new Map([
  ['src/app/readers-route-tree.server.ts', 'reads generated code at build time'],
  ['src/platform/mail/email-template.server.ts', 'searches for tokens that the process has generated'],
])

/** One line for each regular expression of the product that can take more than linear time. */
function checkProject() {
  const root = new URL('..', import.meta.url)
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.(?:test|gen)\.tsx?$|\/testing\//.test(path) && !EXEMPT.has(path),
  )
  return files.sort().flatMap((path) =>
    listRegularExpressions(path, readFileSync(new URL(path, root), 'utf8')).flatMap(
      ({ source, pattern, flags }) => {
        const problem =
          pattern === null
            ? 'cannot be checked: use literals and constants of the module'
            : findSuperLinearTime(pattern, flags)
        return problem ? [`${path}: ${source} ${problem}`] : []
      },
    ),
  )
}

if (import.meta.main) {
  const problems = checkProject()
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
