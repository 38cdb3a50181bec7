import type { Readable, Writable } from 'node:stream'

/** A folder, or part of a bucket. */
export type BackupStore = {
  /**
   * The file has its name only once it is complete.
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
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}
