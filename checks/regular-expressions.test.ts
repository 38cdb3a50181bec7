import { describe, expect, it } from 'vitest'
import { findSuperLinearTime, listRegularExpressions } from './regular-expressions.mjs'

describe('the check of regular expressions', () => {
  it.each([
    [/<[^>]*>/g, 'each start is tried'],
    [/(a+)+$/, 'exponential'],
    [/^(.+?)\s+-\s+([^-]+)$/, 'two quantifiers share the text'],
    [/<b\b[^>]*>/gi, 'a repeated prefix'],
    [/<!--[\s\S]*?-->/, 'an unclosed comment'],
    [/(?:<p><\/p>)+$/, 'a repeated group'],
    [/(?<=\.["']*)\s/, 'a lookbehind'],
    [/\/+$/, 'a run before the end'],
    [/^(?:\p{Extended_Pictographic}|\p{Emoji_Component})+$/u, 'alternatives that share characters'],
  ])('rejects %s (%s)', ({ source, flags }) => {
    expect(findSuperLinearTime(source, flags)).toMatch(/^takes (polynomial|exponential) time/)
  })

  it.each([/<[^<>]*>/g, /(?<!\/)\/+$/, /^[a-z]+(-[a-z]+)*$/, /\s(?<=\.["']*\s)/, /^\s*<\?xml\s/])(
    'accepts %s',
    ({ source, flags }) => {
      expect(findSuperLinearTime(source, flags)).toBeNull()
    },
  )

  it('finds literals and patterns of constants, and reports other patterns as unknown', () => {
    const code = `
      const WORDS = 'a|b' + '|c'
      const literal = /x+/gi
      const built = new RegExp(\`^(?:\${WORDS})$\`, 'u')
      const unknown = new RegExp(process.argv[2])`
    expect(listRegularExpressions('module.ts', code).map(({ pattern, flags }) => [pattern, flags])).toEqual([
      ['x+', 'gi'],
      ['^(?:a|b|c)$', 'u'],
      [null, ''],
    ])
  })
})
