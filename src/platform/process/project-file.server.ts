import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** This module is in `src/` or `dist/`. */
function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

export function projectFile(...segments: string[]): string {
  return join(projectRoot(), ...segments)
}
