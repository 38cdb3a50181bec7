import type { Readable, Writable } from 'node:stream'

/** A folder, or a part of a bucket, with backups. */
export type BackupStore = {
  /**
   * Creates a file that has its name only once it is complete.
   *
   * @returns the address, the size and the result of `write`
   * @throws {ArchiveError} if the store is not writable or the file exists
   */
  create<T>(
    name: string,
    write: (target: Writable) => Promise<T>,
  ): Promise<{ address: string; bytes: number; result: T }>
  /** @throws {ArchiveError} if the file is missing or cannot be read */
  open(name: string): Promise<Readable>
  /** Lists the names of all files. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}
