import { Fragment, Slice } from '@tiptap/pm/model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentOf } from '../testing/documents.ts'
import { changesTo, keepUnedited } from './document-changes.ts'
import { bodyHtml, readForm } from './draft-document.ts'
import { DRAFT_SCHEMA } from './draft-schema.ts'

/** Returns the steps from one text to another, as JSON. */
const stepsOf = (before: string, after: string) =>
  changesTo(documentOf(before), documentOf(after)).steps.map((step) => step.toJSON())

describe('changesTo', () => {
  it('changes only the words that differ', () => {
    expect(
      stepsOf('<p>Milk first.</p><p>Then tea.</p>', '<p>Milk always first.</p><p>Then tea.</p>'),
    ).toEqual([
      { stepType: 'replace', from: 11, to: 11, slice: { content: [{ type: 'text', text: 'always ' }] } },
    ])
  })

  it('changes each word on its own, and of it only the characters that differ', () => {
    expect(stepsOf('<p>Milk first, then tea.</p>', '<p>Milks first, then <b>tea</b>!</p>')).toMatchObject([
      { from: 23, to: 27, slice: { content: [{ text: 'tea', marks: [{ type: 'bold' }] }, { text: '!' }] } },
      { from: 10, to: 10, slice: { content: [{ text: 's' }] } },
    ])
  })

  it('keeps a changed paragraph beside blocks that are new or gone', () => {
    const paragraph = '<p>Milk goes first.</p>'
    const changed = '<p>Milk always goes first.</p>'
    expect(stepsOf(`<p>New</p>${paragraph}`, changed)).toMatchObject([
      { from: 16, to: 16 },
      { from: 5, to: 10 },
    ])
    expect(stepsOf(paragraph, `${changed}<p>New</p>`)).toMatchObject([
      { from: 23, to: 23 },
      { from: 11, to: 11 },
    ])
  })

  it('keeps the text of a paragraph that becomes a heading', () => {
    const [step, ...others] = stepsOf('<p>Milk first.</p>', '<h2>Milk first.</h2>')
    expect(others).toEqual([])
    expect(step).toMatchObject({ stepType: 'replaceAround', gapFrom: 6, gapTo: 17 })
  })

  it('adds and removes blocks without touching the others', () => {
    expect(stepsOf('<p>One</p><p>Two</p>', '<p>One</p><p>New</p><p>Two</p>')).toMatchObject([
      { from: 10, to: 10 },
    ])
    expect(stepsOf('<p>One</p><p>New</p><p>Two</p>', '<p>One</p><p>Two</p>')).toMatchObject([
      { from: 10, to: 15 },
    ])
  })

  it('changes the fields that differ, each on its own', () => {
    const before = documentOf('', { author: 'Ada', category: 'News' })
    const after = documentOf('', { author: 'Ben', category: 'Money' })
    expect(changesTo(before, after).steps.map((step) => step.toJSON())).toEqual([
      { stepType: 'docAttr', attr: 'category', value: 'Money' },
      { stepType: 'docAttr', attr: 'author', value: 'Ben' },
    ])
  })

  const block = fc.constantFrom(
    '<p>alpha</p>',
    '<p>beta <strong>x</strong></p>',
    '<p>beta <strong>xy</strong> z</p>',
    '<h2>gamma</h2>',
    '<ul><li>a</li><li>b</li></ul>',
    '<ul><li>a</li><li>c</li></ul>',
    '<blockquote><p>q</p><p>r</p></blockquote>',
    '<table><tbody><tr><td>1</td></tr></tbody></table>',
    '<p>aa</p>',
    '<p>aaa</p>',
    '<p>🍵🍶</p>',
    '<p>🍵🍵🍶</p>',
  )
  const form = fc.record({
    content: fc.array(block, { maxLength: 8 }).map((blocks) => blocks.join('')),
    title: fc.constantFrom('', 'a', 'ab', 'abab', 'ba', '🍵', '🍶', '🍵🍶🍵'),
    summary: fc.constantFrom('', 'Tea', 'Tea <em>at</em> four'),
    isBreaking: fc.boolean(),
  })

  it('leads from each document to each other one', () => {
    fc.assert(
      fc.property(form, form, (one, other) => {
        const [before, after] = [documentOf(one.content, one), documentOf(other.content, other)]
        const { doc, steps } = changesTo(before, after)
        expect(doc.eq(after)).toBe(true)
        // Unpaired surrogates cannot be stored.
        expect(JSON.stringify(steps)).not.toContain(String.raw`\ud`)
        expect(readForm(doc)).toEqual(readForm(after))
      }),
    )
  })
})

describe('keepUnedited', () => {
  const bodyOf = (html: string) => documentOf(html).child(2)
  const space = new Slice(Fragment.from(DRAFT_SCHEMA.text(' ')), 0, 0)
  const typed = bodyOf('<p>Tea</p><p>Milk</p>').replace(4, 4, space)

  it('keeps a space at the end of a paragraph, which HTML does not show', () => {
    const shown = bodyOf(bodyHtml(typed))
    expect(shown.child(0).textContent).toBe('Tea')
    const kept = keepUnedited(typed, shown, bodyOf(`<h2>First</h2>${bodyHtml(typed)}`))
    expect(kept.children.map(({ textContent }) => textContent)).toEqual(['First', 'Tea ', 'Milk'])
  })

  it('takes what was edited', () => {
    const kept = keepUnedited(typed, bodyOf(bodyHtml(typed)), bodyOf('<p>Tea</p><p>No milk</p>'))
    expect(kept.children.map(({ textContent }) => textContent)).toEqual(['Tea ', 'No milk'])
    expect(keepUnedited(typed, bodyOf(bodyHtml(typed)), bodyOf('<p>Milk</p>')).textContent).toBe('Milk')
  })
})
