import { describe, expect, it } from 'vitest'
import { storedSteps } from './stored-steps.ts'

type Column = { mapToDriverValue(steps: object[]): string; mapFromDriverValue(stored: unknown): object[] }

const column = (storedSteps('steps') as unknown as { build(table: object): Column }).build({})
const store = (step: object) => column.mapToDriverValue([step])
const typed = (text: string) => ({
  stepType: 'replace',
  from: 120,
  to: 121,
  slice: { content: [{ type: 'text', text }] },
})

describe('steps', () => {
  it.each([
    [typed('ä"'), '[[120,121,"ä\\""]]'],
    [{ stepType: 'replace', from: 3, to: 4 }, '[[3,4]]'],
  ])('of a key are stored in a short form: %j', (step, stored) => {
    expect(store(step)).toBe(stored)
    expect(column.mapFromDriverValue(JSON.parse(stored))).toEqual([step])
  })

  it.each([
    { ...typed('a'), structure: true },
    { ...typed('a'), slice: { content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }] } },
    { ...typed('a'), slice: { content: [{ type: 'text', text: 'a' }], openStart: 1 } },
    { ...typed('a'), slice: { content: [{ type: 'paragraph' }] } },
    { ...typed('a'), slice: { content: [...typed('a').slice.content, { type: 'hardBreak' }] } },
    { stepType: 'docAttr', attr: 'author', value: 'Ben' },
  ])('of other edits are stored whole: %j', (step) => {
    expect(store(step)).toBe(JSON.stringify([step]))
    expect(column.mapFromDriverValue([step])).toEqual([step])
  })
})
