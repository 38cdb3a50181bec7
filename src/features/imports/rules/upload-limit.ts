import { phrase } from '#kernel/text/phrase.ts'

/** Larger exports are imported with `masthead import`, which reads them in place. */
export const MAX_UPLOAD_BYTES = 4_000_000_000
export const uploadTooLarge = () =>
  phrase('The file is larger than 4 GB. Copy it to the server, and run "masthead import FILE" there.')
export const emptyUpload = () => phrase('The file is empty. Choose the file that the other system exports.')
