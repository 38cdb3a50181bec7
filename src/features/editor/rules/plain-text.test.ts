import { expect, it } from 'vitest'
import { DRAFT_SCHEMA } from '#features/drafts/rules/draft-schema.ts'
import { plainText } from './plain-text.ts'

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
  [
    'the title and the address of an embed',
    [
      paragraph(text('Watch:')),
      { type: 'embed', attrs: { address: 'https://vimeo.com/76979871', title: 'The interview' } },
    ],
    'Watch:\n\nThe interview\nhttps://vimeo.com/76979871',
  ],
  [
    'the title and the table of a chart',
    [
      {
        type: 'chart',
        attrs: {
          title: 'Cups',
          cells: [
            ['', 'Tea'],
            ['Ada', '3'],
          ],
        },
      },
    ],
    'Cups\n\tTea\nAda\t3',
  ],
  [
    'no empty paragraphs',
    [paragraph(text('Tea')), paragraph(), paragraph(), paragraph(text('Milk'))],
    'Tea\n\nMilk',
  ],
  ['text without a block', [text('Tea'), text(' at four')], 'Tea at four'],
])('writes %s', (_, content, expected) => {
  expect(plainText(content.map((node) => DRAFT_SCHEMA.nodeFromJSON(node)))).toBe(expected)
})
