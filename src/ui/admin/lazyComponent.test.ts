import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { lazyComponent } from './lazyComponent.tsx'

const load = async () => () => createElement('p', null, 'Editor')

it('shows a component that has loaded without a fallback', async () => {
  const Editor = lazyComponent(load)
  await Editor.preload()
  expect(renderToStaticMarkup(createElement(Editor))).toBe('<p>Editor</p>')
})

it('suspends until the component has loaded', () => {
  const Editor = lazyComponent(load)
  expect(() => renderToStaticMarkup(createElement(Editor))).toThrow('suspended')
})
