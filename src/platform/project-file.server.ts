import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder: the nearest one above this module, in `src/` or in the built `dist/`, with our package.json. */
function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** The absolute path of a file or folder that the project brings along, for example `migrations`. */
export function projectFile(...segments: string[]): string {
  return join(projectRoot(), ...segments)
}
