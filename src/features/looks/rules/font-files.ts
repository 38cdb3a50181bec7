import bitterExt from '@fontsource-variable/bitter/files/bitter-latin-ext-wght-normal.woff2?url'
import bitterItalic from '@fontsource-variable/bitter/files/bitter-latin-wght-italic.woff2?url'
import bitter from '@fontsource-variable/bitter/files/bitter-latin-wght-normal.woff2?url'
import franklinExt from '@fontsource-variable/libre-franklin/files/libre-franklin-latin-ext-wght-normal.woff2?url'
import franklinItalic from '@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-italic.woff2?url'
import franklin from '@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2?url'
import type { FontFiles } from './type-pairings.ts'

/** Only for modules of the build, which alone has these addresses: commands run from the source. */
export const FONT_FILES: FontFiles = {
  bitter: { latin: bitter, latinExt: bitterExt, italic: bitterItalic },
  franklin: { latin: franklin, latinExt: franklinExt, italic: franklinItalic },
}
