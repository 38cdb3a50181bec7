import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ByName } from './ByName.tsx'

const write = (name: string | null) =>
  renderToStaticMarkup(createElement('p', null, 'Submitted', createElement(ByName, { name })))

it('follows a text after a space', () => {
  expect(write('Ada')).toBe('<p>Submitted by <bdi>Ada</bdi></p>')
  expect(write(null)).toBe('<p>Submitted</p>')
})
