import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Select } from './Select.tsx'
import { TextArea } from './TextArea.tsx'
import { TextField } from './TextField.tsx'

type Control = FunctionComponent<{ label: string; required: boolean }>

it.each<[string, Control]>([
  ['Select', Select],
  ['TextArea', TextArea],
  ['TextField', TextField],
])('%s says in its label that it is required', (_, Control) => {
  const html = (required: boolean) =>
    renderToStaticMarkup(createElement(Control, { label: 'Assignee', required }))
  expect(html(true)).toContain('(required)')
  expect(html(false)).not.toContain('(required)')
})
