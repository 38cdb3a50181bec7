import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The nearest folder with a package.json above this module, which is in `src/` or `dist/`. */
function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** The absolute path of a file or folder of the project. */
export function projectFile(...segments: string[]): string {
  return join(projectRoot(), ...segments)
}
