import { getSchema } from '@tiptap/core'
import { expect, it } from 'vitest'
import { RICH_TEXT } from '#features/collaboration/admin/rich-text-document.ts'
import { plainText } from './plain-text.ts'

const schema = getSchema([RICH_TEXT])
const text = (text: string) => ({ type: 'text', text })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const item = (...content: object[]) => ({ type: 'listItem', content })
const list = (...content: object[]) => ({ type: 'bulletList', content })

it.each<[string, object[], string]>([
  [
    'a blank line between blocks, and one line for each item of a list',
    [
      { type: 'heading', attrs: { level: 2 }, content: [text('Tea')] },
      list(item(paragraph(text('Milk'))), item(paragraph(text('Sugar')))),
      paragraph(text('At '), text('four.')),
    ],
    'Tea\n\nMilk\nSugar\n\nAt four.',
  ],
  [
    'a line for each item of a nested list and each paragraph of an item',
    [list(item(paragraph(text('Milk')), paragraph(text('Cold')), list(item(paragraph(text('Oat'))))))],
    'Milk\nCold\nOat',
  ],
  [
    'the line breaks of a paragraph, and the paragraphs of a quotation',
    [
      {
        type: 'blockquote',
        content: [paragraph(text('One'), { type: 'hardBreak' }, text('two')), paragraph(text('Three'))],
      },
    ],
    'One\ntwo\n\nThree',
  ],
  ['text without a block', [text('Tea'), text(' at four')], 'Tea at four'],
])('writes %s', (_, content, expected) => {
  expect(plainText(content.map((node) => schema.nodeFromJSON(node)))).toBe(expected)
})
