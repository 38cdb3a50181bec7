import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = new URL('..', import.meta.url)
const MUTATION = /(?:const (\w+|\{[^}]*\}) = |return )use(?:Cancellable)?Mutation(?=\(\{)/g

/** The option with its lines, which are indented further. */
const HANDLER = /^( *).*\bonError\b.*(?:\n\1[ }].*)*/m
const SHOWS = /\bshow|\bsetError\b/

/** The text up to the end of the top-level function. */
const restOfFunction = (source: string, index: number) => source.slice(index).split('\n}\n', 1)[0] ?? ''

/** The text up to the parenthesis that closes the first one. */
function firstCall(source: string): string {
  let depth = 0
  const end = [...source].findIndex((character) => {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    return character === ')' && depth === 0
  })
  if (end === -1) throw new Error(`Unbalanced parentheses: ${source.slice(0, 200)}`)
  return source.slice(0, end)
}

it('each change of the admin area shows its failure in `onError`, or as `error`', () => {
  const silent: string[] = []
  let count = 0
  for (const file of globSync('src/features/**/*.{ts,tsx}', { cwd: ROOT.pathname })) {
    const source = readFileSync(new URL(file, ROOT), 'utf8')
    for (const { 0: start, 1: result = '', index } of source.matchAll(MUTATION)) {
      count += 1
      const isHandled =
        SHOWS.test(HANDLER.exec(firstCall(source.slice(index + start.length)))?.[0] ?? '') ||
        /\berror\b/.test(result) ||
        (/^\w+$/.test(result) &&
          new RegExp(`\\b${result}\\.error\\b|=\\{${result}\\}`).test(restOfFunction(source, index)))
      if (!isHandled) silent.push(`${file}: ${start}`)
    }
  }
  expect(count).toBeGreaterThan(60)
  expect(silent).toEqual([])
})
