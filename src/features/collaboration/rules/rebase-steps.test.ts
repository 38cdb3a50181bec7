import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { AttrStep, Mapping, ReplaceAroundStep, ReplaceStep, Transform } from '@tiptap/pm/transform'
import { expect, it } from 'vitest'
import { bodyHtml } from '#features/drafts/rules/draft-document.ts'
import { DRAFT_SCHEMA, nodeType } from '#features/drafts/rules/draft-schema.ts'
import { documentOf } from '#features/drafts/testing/documents.ts'
import { invertSteps, mergeSteps, rebaseSteps } from './rebase-steps.ts'

/** "Milk" is at 5, "Tea" at 11. */
const DOCUMENT = documentOf('<p>Milk</p><p>Tea</p>')
const NEIGHBOUR = new Slice(Fragment.from(DOCUMENT.child(2).child(0)), 0, 0)
/** Moves the second paragraph up: the first one is written again after it. */
const MOVE = new ReplaceAroundStep(5, 16, 11, 16, NEIGHBOUR, 0)

const type = (text: string, at: number) =>
  new ReplaceStep(at, at, new Slice(Fragment.from(DRAFT_SCHEMA.text(text)), 0, 0))

it.each([
  ['keeps what others write in a block that is moved', type('!', 15), '<p>Tea!</p><p>Milk</p>', true],
  ['moves no block past one that others have changed', type('!', 10), '<p>Milk!</p><p>Tea</p>', false],
])('%s', (_, other, expected, isMoved) => {
  const changed = other.apply(DOCUMENT).doc ?? DOCUMENT
  const { doc, steps } = rebaseSteps(changed, invertSteps(DOCUMENT, [MOVE]), new Mapping([other.getMap()]))
  expect(bodyHtml(doc.child(2))).toBe(expected)
  expect(steps[0] !== null).toBe(isMoved)
})

/** Drags "ilk" behind "Tea". */
const DRAG = [
  new ReplaceStep(7, 10, Slice.empty),
  new ReplaceStep(12, 12, new Slice(Fragment.from(DRAFT_SCHEMA.text('ilk')), 0, 0)),
]

it.each([
  [
    'moves text elsewhere',
    (other: Transform) => other.insert(6, DRAFT_SCHEMA.text('!')),
    '<p>!M</p><p>Teailk</p>',
  ],
  [
    'takes along what others write in it',
    (other) => other.insert(8, DRAFT_SCHEMA.text('!')),
    '<p>M</p><p>Teai!lk</p>',
  ],
  ['leaves out what others have deleted of it', (other) => other.delete(8, 9), '<p>M</p><p>Teaik</p>'],
  ['does not insert again what others have deleted', (other) => other.delete(6, 10), '<p></p><p>Tea</p>'],
  [
    'does not insert again what others have moved',
    (other) => other.delete(7, 10).insert(6, DRAFT_SCHEMA.text('ilk')),
    '<p>ilkM</p><p>Tea</p>',
  ],
  ['leaves text where it is if the place is gone', (other) => other.delete(11, 16), '<p>Milk</p>'],
] satisfies [string, (other: Transform) => Transform, string][])('%s', (_, edit, expected) => {
  const other = edit(new Transform(DOCUMENT))
  const { doc } = rebaseSteps(other.doc, invertSteps(DOCUMENT, DRAG), other.mapping)
  expect(bodyHtml(doc.child(2))).toBe(expected)
})

it('does not insert again what others have deleted, if it was dragged into a figure', () => {
  const figure = (...content: Node[]) => nodeType('pullQuote').create(null, content)
  const caption = (text: string) => nodeType('caption').create(null, DRAFT_SCHEMA.text(text))
  const quote = figure(nodeType('paragraph').create(null, DRAFT_SCHEMA.text('Quote')), caption('Ada'))
  const start = new Transform(documentOf('<p>Milk and tea</p><p></p>')).insert(18, quote).doc
  const { from, to } = rangeOf(start, 'Milk and tea')
  const own = new Transform(start).delete(from, to)
  const at = rangeOf(own.doc, 'Ada').to
  own.step(new ReplaceStep(at, at, new Slice(Fragment.from(figure(caption('Milk and tea'))), 2, 2)))
  expect(own.doc.textContent).toContain('AdaMilk and tea')
  const other = new Transform(start).delete(from, to)
  const { doc } = rebaseSteps(other.doc, invertSteps(start, own.steps), other.mapping)
  expect(doc.eq(other.doc)).toBe(true)
})

it('does not insert again what others have deleted, if it was dragged with a figure that the text behind it joins', () => {
  const audio = nodeType('audio').create({ src: '/storage/article-images/audio.mp3' })
  const start = new Transform(DOCUMENT).insert(11, audio).doc
  const own = new Transform(start).replace(
    7,
    12,
    new Slice(Fragment.from(nodeType('paragraph').create()), 1, 0),
  )
  const dragged = Fragment.from([nodeType('paragraph').create(null, DRAFT_SCHEMA.text('ilk')), audio])
  const at = rangeOf(own.doc, 'Tea').from + 1
  own.step(new ReplaceStep(at, at, new Slice(dragged, 1, 1)))
  const other = new Transform(start).delete(7, 10)
  const { doc } = rebaseSteps(other.doc, invertSteps(start, own.steps), other.mapping)
  expect(doc.eq(other.doc)).toBe(true)
})

it('moves items of a list into a text', () => {
  const start = documentOf('<p>Tea and cake</p><ul><li><p>Milk</p></li><li><p>Sugar</p></li></ul>')
  const [from, to] = [rangeOf(start, 'Milk').from, rangeOf(start, 'Sugar').from + 3]
  const drag = new Transform(start).deleteRange(from, to)
  drag.replaceRange(8, 8, start.slice(from, to, true))
  expect(drag.steps.at(-1)).toBeInstanceOf(ReplaceAroundStep)
  const own = invertSteps(start, drag.steps)
  expect(rebaseSteps(start, own, new Mapping()).doc.eq(drag.doc)).toBe(true)
  const other = new Transform(start).delete(from, from + 1)
  const { doc, steps } = rebaseSteps(other.doc, own, other.mapping)
  expect(steps).toEqual([null, null])
  expect(doc.eq(other.doc)).toBe(true)
})

it('keeps text that is written around a block', () => {
  const list = nodeType('bulletList')
  const item = (text: string) =>
    nodeType('listItem').create(null, nodeType('paragraph').create(null, DRAFT_SCHEMA.text(text)))
  const start = documentOf('<ul><li>Milk</li></ul><p>Tea</p>')
  const size = start.child(2).child(0).nodeSize
  const around = new ReplaceAroundStep(
    5,
    5 + size,
    6,
    4 + size,
    new Slice(Fragment.from(list.create(null, item('Sugar'))), 0, 0),
    10,
  )
  const other = new Transform(start).insert(start.content.size - 2, DRAFT_SCHEMA.text('!'))
  for (const since of [new Transform(start), other]) {
    const { steps } = rebaseSteps(since.doc, invertSteps(start, [around]), since.mapping)
    expect(steps).toEqual([around])
  }
})

it('drops what was written in the part of a moved text that others have deleted', () => {
  const start = documentOf('<p>Milk and sugar</p><p>Tea</p><p>Cake</p>')
  const { from, to } = rangeOf(start, 'Milk and')
  const own = new Transform(start).delete(from, to)
  const at = rangeOf(own.doc, 'Tea').to
  own.insert(at, DRAFT_SCHEMA.text('Milk and')).insert(at + 7, DRAFT_SCHEMA.text('!'))
  const other = new Transform(start).delete(from + 1, to)
  const { doc, steps } = rebaseSteps(other.doc, invertSteps(start, own.steps), other.mapping)
  expect(bodyHtml(doc.child(2))).toBe('<p> sugar</p><p>TeaM</p><p>Cake</p>')
  expect(steps.at(-1)).toBeNull()
})

function rangeOf(doc: Node, text: string): { from: number; to: number } {
  let from = 0
  doc.descendants((node, position) => {
    if (node.text?.includes(text)) from = position + node.text.indexOf(text)
  })
  return { from, to: from + text.length }
}

it('merges the keys of one setting of a block', () => {
  const steps = ['T', 'Te', 'Tea'].map((value) => new AttrStep(5, 'alt', value))
  const others = [new AttrStep(5, 'credit', 'Ada'), new AttrStep(9, 'credit', 'Ben')]
  expect(mergeSteps([...steps, ...others])).toEqual([steps[2], ...others])
})
