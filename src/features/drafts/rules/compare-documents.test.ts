import fc from 'fast-check'
import { expect, it } from 'vitest'
import { documentOf } from '../testing/documents.ts'
import { compareDocuments } from './compare-documents.ts'
import { readForm } from './draft-document.ts'

const one = documentOf('<p>Milk first.</p><p>Then tea.</p><h2>Cake</h2>', { title: 'Tea', category: 'News' })
const other = documentOf('<p>Milk last.</p><p>Then tea.</p><h2>Cake</h2><ul><li>Sugar</li></ul>', {
  title: 'Tea at four',
  category: 'Sport',
})

it('lists what differs, by block and by field', () => {
  expect(compareDocuments(one, other).differences).toEqual([
    { label: 'Title', one: 'Tea', other: 'Tea at four' },
    { label: 'Content', one: 'Milk first.', other: 'Milk last.' },
    { label: 'Content', one: '', other: 'Sugar' },
    { label: 'Category', one: 'News', other: 'Sport' },
  ])
  expect(compareDocuments(one, one).differences).toEqual([])
})

it('shows the words of charts', () => {
  const chart = (value: string) =>
    documentOf(
      `<figure class="chart" data-chart="bar"><p><strong>Tea</strong></p><table><tr><th></th><th>Cups</th></tr><tr><th>Ada</th><td>${value}</td></tr></table></figure>`,
    )
  expect(compareDocuments(chart('3'), chart('4')).differences).toEqual([
    { label: 'Content', one: 'Tea\nCups\nAda, 3', other: 'Tea\nCups\nAda, 4' },
  ])
})

it('takes from the other document what was chosen', () => {
  const merged = compareDocuments(one, other).merge(new Set([1, 3]))
  expect(readForm(merged)).toMatchObject({
    title: 'Tea',
    content: '<p>Milk last.</p><p>Then tea.</p><h2>Cake</h2>',
    category: 'Sport',
  })
})

it('makes either document of none or all of the differences', () => {
  const content = fc
    .array(fc.constantFrom('<p>a</p>', '<p>b</p>', '<h2>c</h2>', '<ul><li>d</li></ul>', '<table></table>'))
    .map((blocks) => documentOf(blocks.join('')))
  fc.assert(
    fc.property(content, content, (one, other) => {
      const { differences, merge } = compareDocuments(one, other)
      expect(merge(new Set()).toJSON()).toEqual(one.toJSON())
      expect(merge(new Set(differences.keys())).toJSON()).toEqual(other.toJSON())
    }),
  )
})
