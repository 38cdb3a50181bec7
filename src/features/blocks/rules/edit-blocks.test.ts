import { Editor } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { bodyHtml } from '#features/drafts/rules/draft-document.ts'
import { DRAFT_EXTENSIONS } from '#features/drafts/rules/draft-schema.ts'
import { documentOf } from '#features/drafts/testing/documents.ts'
import { BLOCKS } from './blocks.ts'
import { insertBlocks, leaveBlock, moveBlock, removeBlock, removeEmptyBlock } from './edit-blocks.ts'
import { factBox } from './fact-box.ts'

/** An editor whose caret is after the first "|" of the text, which is taken out. */
function open(content: string) {
  const editor = new Editor({
    element: null,
    content: documentOf(content).toJSON(),
    extensions: DRAFT_EXTENSIONS,
  })
  let caret = 0
  editor.state.doc.descendants((node, position) => {
    const index = node.text?.indexOf('|') ?? -1
    if (index >= 0) caret = position + index
  })
  const { tr } = editor.state
  if (caret > 0) tr.delete(caret, caret + 1).setSelection(TextSelection.create(tr.doc, caret))
  editor.view.dispatch(tr)
  return editor
}

const html = ({ state }: Editor) => bodyHtml(state.doc.child(2))
const write = ({ state, view }: Editor, text: string) => view.dispatch(state.tr.insertText(text))
const IMAGE = (name: string) =>
  `<figure><img src="/storage/article-images/${name}.jpg" alt="" width="3" height="2"><figcaption><span>${name}</span></figcaption></figure>`

const fileOf = (text: string) => ({
  type: 'image',
  attrs: { src: '/storage/article-images/tea.jpg', width: 3, height: 2 },
  content: [{ type: 'text', text }],
})

describe('insertBlocks', () => {
  it.each(BLOCKS.map((block) => [block.label(), block] as const))('inserts a valid %s', (_, block) => {
    const editor = open('<p>Tea|</p>')
    expect(insertBlocks(editor, [block.initial])).toBe(true)
    editor.state.doc.check()
    expect(editor.state.doc.child(2).children.map(({ type }) => type.name)).toEqual([
      'paragraph',
      block.initial.type,
      'paragraph',
    ])
  })

  it('replaces an empty paragraph, and puts the caret into the block', () => {
    const editor = open('<p>Tea</p><p>|</p><p>Milk</p>')
    insertBlocks(editor, [factBox.initial])
    write(editor, 'Facts')
    expect(html(editor)).toBe('<p>Tea</p><aside class="fact-box"><h2>Facts</h2><p></p></aside><p>Milk</p>')
  })

  it.each([
    ['an image', [fileOf('Tea')]],
    ['a gallery', [{ type: 'gallery', content: [fileOf('Tea'), fileOf('Milk')] }]],
  ])('puts the caret after the first caption of %s', (_, blocks) => {
    const editor = open('<p>|</p>')
    insertBlocks(editor, blocks)
    write(editor, ' at four')
    expect(html(editor)).toContain('<span>Tea at four</span>')
  })
})

describe('moveBlock', () => {
  it.each([
    ['up', -1, '<p>b</p><p>a</p><hr>'],
    ['down', 1, '<p>a</p><hr><p>b</p>'],
  ] as const)('moves a block %s, with the caret', (_, direction, expected) => {
    const editor = open('<p>a</p><p>b|</p><hr>')
    expect(moveBlock(editor, direction)).toBe(true)
    expect(html(editor)).toBe(expected)
    write(editor, '!')
    expect(html(editor)).toContain('<p>b!</p>')
  })

  it('moves an image within its gallery, and stops at its ends', () => {
    const editor = open(`<div class="gallery">${IMAGE('one')}${IMAGE('|two')}</div>`.replace('|two.', 'two.'))
    expect(moveBlock(editor, -1)).toBe(true)
    expect(html(editor)).toBe(`<div class="gallery">${IMAGE('two')}${IMAGE('one')}</div>`)
    expect(moveBlock(editor, -1)).toBe(false)
  })
})

describe('removeBlock', () => {
  it('leaves a paragraph, or the other images of a gallery', () => {
    const box = open('<aside class="fact-box"><p>Tea|</p></aside>')
    removeBlock(box)
    expect(html(box)).toBe('')
    const gallery = open(
      `<div class="gallery">${IMAGE('one')}${IMAGE('|two')}</div>`.replace('|two.', 'two.'),
    )
    removeBlock(gallery)
    expect(html(gallery)).toBe(`<div class="gallery">${IMAGE('one')}</div>`)
    removeBlock(gallery)
    expect(html(gallery)).toBe('')
  })

  it('removes a selected divider', () => {
    const editor = open('<p>a|</p><hr>')
    const { state, view } = editor
    view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, state.doc.content.size - 2)))
    removeBlock(editor)
    expect(html(editor)).toBe('<p>a</p>')
  })
})

describe('keys', () => {
  it('leaves a caption, and a block from its empty last paragraph, with Enter', () => {
    const caption = open('<figure class="pull-quote"><p>Tea</p><figcaption>Ada|</figcaption></figure>')
    leaveBlock(caption)
    write(caption, 'after')
    expect(html(caption)).toBe(
      '<figure class="pull-quote"><p>Tea</p><figcaption>Ada</figcaption></figure><p>after</p>',
    )
    const box = open('<aside class="fact-box"><p>Tea|</p></aside>')
    expect(leaveBlock(box)).toBe(false)
    box.commands.splitBlock()
    leaveBlock(box)
    write(box, 'after')
    expect(html(box)).toBe('<aside class="fact-box"><p>Tea</p></aside><p>after</p>')
  })

  it('removes an empty block with Backspace, and no other', () => {
    const empty = open('<p>a</p><aside class="fact-box"><p>|</p></aside>')
    removeEmptyBlock(empty)
    expect(html(empty)).toBe('<p>a</p>')
    const full = open('<p>a</p><aside class="fact-box"><p>|b</p></aside>')
    expect(removeEmptyBlock(full)).toBe(false)
  })
})
