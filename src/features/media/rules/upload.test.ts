import { expect, it } from 'vitest'
import { uploadName } from './upload.ts'

it.each([
  ['sea-view.jpg', 'sea-view.jpg'],
  ['Sea view (2).JPEG', 'Sea-view-2.jpg'],
  ['Café à Łódź.png', 'Cafe-a-odz.jpg'],
  ['../../etc/passwd', 'passwd.jpg'],
  ['C:\\Users\\ada\\p.svg', 'p.jpg'],
  ['shell.php.png', 'shell.php.jpg'],
  ['..', 'image.jpg'],
  ['.htaccess', 'htaccess.jpg'],
  ['日本.png', 'image.jpg'],
  ['', 'image.jpg'],
  ['<script>.jpg', 'script.jpg'],
  ['a\0b.jpg', 'a-b.jpg'],
  ['x'.repeat(300), `${'x'.repeat(80)}.jpg`],
])('uploadName(%j)', (original, name) => {
  expect(uploadName(original, 'jpg', new Date(1_700_000_000_000))).toBe(`1700000000000_${name}`)
})
