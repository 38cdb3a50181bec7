import { openAsBlob } from 'node:fs'
import { type FileTypeResult, fileTypeFromBlob } from 'file-type'

/**
 * Finds the type of a file by its content. `fileTypeFromFile` does the same with a package that the build cannot see.
 *
 * @returns undefined if it is not known
 */
export async function findFileType(path: string): Promise<FileTypeResult | undefined> {
  return fileTypeFromBlob(await openAsBlob(path))
}
