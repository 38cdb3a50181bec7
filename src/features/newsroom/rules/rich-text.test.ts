import { expect, it } from 'vitest'
import { cleanEditorHtml, unsupportedHtml } from './rich-text.ts'

it.each([
  ['', []],
  ['Plain text & no tags.', []],
  ['<h2>A</h2><p>B <strong>c</strong> <em>d</em><br><b>e</b></p><ul><li><p>f</p></li></ul>', []],
  [
    '<p><a href="https://a.example" target="_blank" rel="noopener">a</a></p><blockquote><p>b</p></blockquote>',
    [],
  ],
  ['<ol start="3"><li>A</li></ol>', []],
  ['<h1>A</h1><div><span>b</span></div><div>c</div>', ['<h1>', '<div>', '<span>']],
  ['<p lang="cy" class="x">A</p><p lang="ga">B</p>', ['lang', 'class']],
  ['<table><tr><td>A</td></tr></table>', ['<table>', '<tr>', '<td>']],
  ['<p>A<script>b()</script><img src="c.jpg"></p>', ['<script>', '<img>']],
  ['<p>A</p><!-- kept for later -->', ['comments']],
  ['<A HREF="a>b" data-x>a</A><BR/>', ['data-x']],
])('unsupportedHtml(%j)', (html, unsupported) => {
  expect(unsupportedHtml(html)).toEqual(unsupported)
})

it.each([
  [
    '<ul><li><p>A <strong>b</strong></p></li><li><p></p></li></ul>',
    '<ul><li>A <strong>b</strong></li><li></li></ul>',
  ],
  ['<ul><li><p>A</p><p>B</p></li></ul>', '<ul><li><p>A</p><p>B</p></li></ul>'],
  ['<p>A</p><p></p><p>B</p><p></p><p></p>', '<p>A</p><p></p><p>B</p>'],
  ['<ul><li><p>A</p><ul><li><p>B</p></li></ul></li></ul>', '<ul><li><p>A</p><ul><li>B</li></ul></li></ul>'],
  ['<p>A</p>', '<p>A</p>'],
])('cleanEditorHtml(%j)', (html, plain) => {
  expect(cleanEditorHtml(html)).toBe(plain)
})
