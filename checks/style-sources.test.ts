import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isAdminModule } from '../src/kernel/paths.ts'

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))
const modules = globSync(`${SOURCE}/**/*.{ts,tsx}`).sort()

/** The modules below `src` that a style sheet names with `directive`. */
function listSources(styleSheet: string, directive: string): string[] {
  const file = join(SOURCE, styleSheet)
  const patterns = [...readFileSync(file, 'utf8').matchAll(new RegExp(`^${directive} "([^"]+)";$`, 'gm'))]
  return patterns.flatMap(([, pattern = '']) => globSync(join(dirname(file), pattern))).sort()
}

it.each([
  ['ui/styles.css', '@source not'],
  ['ui/admin/admin.css', '@source'],
])('%s names the modules of the admin area with %s', (styleSheet, directive) => {
  const expected = modules.filter((file) => isAdminModule(file))
  expect(expected.length).toBeGreaterThan(100)
  expect(listSources(styleSheet, directive)).toEqual(expected)
})

/** Classes of a side that stays the same from right to left. */
const PHYSICAL = /^(?:\S+:)?-?(?:left|right|[mp][lr]|border-[lr])-(?:[\d.]+|\[\S+|full|px|auto)$/

it('reader pages name sides by the direction of their texts', () => {
  const classes = modules
    .filter((file) => !isAdminModule(file) && !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(file, 'utf8').split(/[\s"'`]+/))
    .filter((name) => PHYSICAL.test(name))
  // The ad columns are on both sides.
  expect(classes).toEqual(['right-full', 'mr-6', 'left-full', 'ml-6'])
})
