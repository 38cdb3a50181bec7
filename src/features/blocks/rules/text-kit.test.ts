import { Editor, Node } from '@tiptap/core'
import { expect, it } from 'vitest'
import { provideBrowserWindow } from '#platform/testing/browser-window.ts'
import { TEXT_OPTIONS, TextKit } from './text-kit.ts'

provideBrowserWindow()

const EXTENSIONS = [
  Node.create({ name: 'doc', topNode: true, content: 'block+' }),
  TextKit.configure(TEXT_OPTIONS),
]

/** Types a text, key by key. */
function type(text: string): string {
  const editor = new Editor({ element: document.createElement('div'), extensions: EXTENSIONS })
  const { view } = editor
  for (const key of text) {
    const { from, to } = view.state.selection
    const insert = () => view.state.tr.insertText(key, from, to)
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, key, insert)))
      view.dispatch(insert())
  }
  const html = editor.getHTML()
  editor.destroy()
  return html
}

it.each([
  'He went home.Nobody spoke. ',
  'Tickets from Trainline.com and Node.js, not Three.co.uk or NET.Core ',
  'Write to ada@example.org today ',
  '7 * 6 * 5 is 210 ',
  'a ** b ** c and 2*3*4 ',
  'one _ two _ three __ four __ five, snake_case_name ',
  '1984. It was a cold day ',
])('leaves “%s” as typed', (text) => {
  expect(type(text)).toBe(`<p>${text}</p>`)
})

it.each([
  [
    'See https://example.org/a now',
    '<p>See <a href="https://example.org/a">https://example.org/a</a> now</p>',
  ],
  ['See www.example.org now', '<p>See <a href="https://www.example.org">www.example.org</a> now</p>'],
  ['A *small* change', '<p>A <em>small</em> change</p>'],
  ['A __very small__ _change_', '<p>A <strong>very small</strong> <em>change</em></p>'],
  ['A **b** c', '<p>A <strong>b</strong> c</p>'],
  ['3. Tea', '<ol start="3"><li><p>Tea</p></li></ol>'],
])('formats “%s”', (text, html) => {
  expect(type(text)).toBe(html)
})
